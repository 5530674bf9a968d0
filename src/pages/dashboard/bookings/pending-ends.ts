import { delayAct, type Undo } from '../delayed-act.js';
import { execute } from '../graphql/client.js';
import { type BookingDetailsFragment as Booking, booking as bookingById } from './bookings.operations.js';

/** The bookings that end once "Undo" is no longer offered, as the page shows them until then. */
const pending = new Map<number, Booking>();

/** A booking as it is once it has ended. Its revision is the one before, so that what the server sends replaces it. */
export function endedOf(booking: Booking, state: Booking['state']): Booking {
  return { ...booking, state, active: false };
}

/** A booking as the page shows it: one that is about to end has ended, unless somebody else has changed it since. */
export function asShown(booking: Booking): Booking {
  const ended = pending.get(booking.id);
  return ended?.revisionCount === booking.revisionCount ? ended : booking;
}

/**
 * Ends bookings once that can no longer be undone.
 *
 * @param ended the bookings as they will be
 * @param end ends them at the server
 * @param show shows the bookings as they are after all
 */
export function delayEnd(
  before: readonly Booking[],
  ended: readonly Booking[],
  end: () => Promise<unknown>,
  show: (bookings: readonly Booking[]) => void,
): Undo {
  for (const one of ended) pending.set(one.id, one);
  const forget = () => {
    for (const { id } of ended) pending.delete(id);
  };
  return delayAct(
    () => end().finally(forget),
    () => {
      forget();
      show(before);
    },
    async () => {
      const found = await Promise.all(before.map(({ id }) => execute(bookingById, { id })));
      show(found.flatMap(({ booking }) => booking ?? []));
    },
  );
}
