/**
 * A day of two resources after commands that come one after the other, each place for one booking of an hour. It imports
 * nothing of the server. Bookings have the names of the commands that made them.
 */
export interface Day {
  bookings: Record<string, PlainBooking>;
  /** The entry of the waitlist for an hour of a resource that was freed. */
  entry: { state: 'waiting' | 'offered'; at: Place };
}

export interface Place {
  resource: 0 | 1;
  hour: number;
}

interface PlainBooking extends Place {
  /** `due`: a hold whose time has passed, and whose job has not run. */
  state: 'confirmed' | 'awaiting_payment' | 'awaiting_verification' | 'due' | 'cancelled';
  paid: 0 | 100;
}

export type Command =
  | { do: 'book' | 'hold'; name: string; at: Place }
  | { do: 'visit'; name: string; items: readonly Place[] }
  | { do: 'move'; booking: string; hour: number }
  | { do: 'cancel' | 'pay' | 'expire'; booking: string }
  | { do: 'offer' };

type Answer = 'done' | 'refused';

/** The name of the booking that an offer of the waitlist holds. */
export const offered = 'offered';

/** Executes a command. One that is refused changes nothing. */
export function execute(day: Day, command: Command): { answer: Answer } {
  return { answer: executed(day, command) ? 'done' : 'refused' };
}

function executed(day: Day, command: Command): boolean {
  switch (command.do) {
    case 'book':
      return place(day, { [command.name]: command.at }, 'confirmed');
    case 'hold':
      return place(day, { [command.name]: command.at }, 'awaiting_payment');
    case 'visit':
      return place(
        day,
        Object.fromEntries(command.items.map((item, index) => [`${command.name}/${index}`, item])),
        'confirmed',
      );
    case 'offer':
      return offer(day);
    case 'move':
      return change(day, command.booking, (booking) => {
        const to = { resource: booking.resource, hour: command.hour };
        if (to.hour === booking.hour) return true;
        if (!isActive(booking) || isTaken(day, to)) return false;
        booking.hour = to.hour;
        return true;
      });
    case 'cancel':
      return change(day, command.booking, (booking) => {
        if (!isActive(booking)) return false;
        booking.state = 'cancelled';
        return true;
      });
    case 'pay':
      return change(day, command.booking, (booking) => {
        if (!isActive(booking) || booking.paid === 100) return false;
        booking.state = 'confirmed';
        booking.paid = 100;
        return true;
      });
    case 'expire':
      return change(day, command.booking, (booking) => {
        if (booking.state === 'due') booking.state = 'cancelled';
        return true;
      });
  }
}

const isActive = ({ state }: PlainBooking): boolean => state !== 'due' && state !== 'cancelled';

const isTaken = ({ bookings }: Day, { resource, hour }: Place): boolean =>
  Object.values(bookings).some(
    (booking) => isActive(booking) && booking.resource === resource && booking.hour === hour,
  );

/** Books all places or none. */
function place(day: Day, places: Record<string, Place>, state: PlainBooking['state']): boolean {
  const wanted = Object.entries(places);
  const isTwice = new Set(wanted.map(([, { resource, hour }]) => `${resource} ${hour}`)).size < wanted.length;
  if (isTwice || wanted.some(([, at]) => isTaken(day, at))) return false;
  for (const [name, at] of wanted) day.bookings[name] = { ...at, state, paid: 0 };
  return true;
}

/** The job of a freed place ends without an offer if the place is taken again. */
function offer(day: Day): boolean {
  const { entry } = day;
  const isOffered = entry.state === 'waiting' && place(day, { [offered]: entry.at }, 'awaiting_verification');
  if (isOffered) entry.state = 'offered';
  return true;
}

function change({ bookings }: Day, name: string, make: (booking: PlainBooking) => boolean): boolean {
  const booking = bookings[name];
  if (!booking) throw new Error(`no booking is named ${name}`);
  return make(booking);
}
