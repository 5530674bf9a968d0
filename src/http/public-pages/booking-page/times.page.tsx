import { today } from '../../../domain/context.js';
import { parsePlainDate } from '../../../platform/time/plain-date.js';
import { findResource } from './chosen-resource.js';
import type { Day, Month, Resource, Service, Slot } from './data.js';
import { addMonths, firstOfMonth, lastOfMonth, monthOf } from './dates.js';
import { type ChosenTime, queryText } from './input.js';
import { type CalendarProps, TimesPage } from './times.js';
import { read, sendView, type Visit } from './visit.js';

/** Lengths to choose from; more would be hard to read. */
const maxLengths = 48;
/** Last days to choose from; more would be hard to read. */
const maxDays = 31;

/** Shows the free days of a month and the free times of a day. */
export async function showTimes(visit: Visit, serviceId: string): Promise<void> {
  const { frame } = visit;
  const path = `/services/${serviceId}`;
  const { service } = await read<{ service: Service }>(visit, path);
  const intervals = askedIntervals(visit, service);
  const times = { ...(await readFreeTimes(visit, service, path, { intervals })), lengths: lengthsOf(service) };
  const slots = (await readStays(visit, service, times)) ?? times.slots;
  const { resourceId, month, today: now } = times;
  const slotUrl = ({ timestamp, timestamp_end, event_id }: Slot): string =>
    frame.url('/bookings/new', {
      service_id: service.id,
      ...(event_id === null ? { resource_id: resourceId } : { event_id }),
      slot: `${timestamp}/${timestamp_end}`,
    });
  const waitlist = frame.url('/waitlist/new', {
    service_id: service.id,
    resource_id: resourceId,
    from: firstOfMonth(month) > now ? firstOfMonth(month) : now,
    to: lastOfMonth(month) > now ? lastOfMonth(month) : now,
  });
  sendView(visit, 200, <TimesPage {...{ frame, ...times, slots, path, slotUrl, service, waitlist }} />);
}

/** Reads the free times of each number of days that start on the chosen day; undefined if there is one number. */
async function readStays(
  visit: Visit,
  { id, has_day_booking, same_day, max_slots }: Service,
  { day, resourceId, slots }: FreeTimes,
): Promise<Slot[] | undefined> {
  if (!has_day_booking || same_day || max_slots <= 1 || slots.length === 0) return undefined;
  const query = { from: day, selected_resources: resourceId, intervals: Math.min(max_slots, maxDays) };
  const listed = await read<{ slot: Slot }[]>(visit, `/services/${id}/stays`, query);
  return listed.map(({ slot }) => slot);
}

/** The number of intervals that the URL chooses; undefined for one. */
function askedIntervals({ request }: Visit, service: Service): number | undefined {
  const asked = Number(queryText(request, 'intervals'));
  return asked > 1 && lengthsOf(service).has(asked) ? asked : undefined;
}

/** Returns the lengths that a booking of the service can have, in minutes by number of intervals. Empty if there is one. */
function lengthsOf({ booking_type, has_day_booking, interval, max_slots }: Service): Map<number, number> {
  const isTimed = booking_type === 'appointment' && !has_day_booking;
  const count = isTimed && max_slots > 1 ? Math.min(max_slots, maxLengths) : 0;
  return new Map(Array.from({ length: count }, (_, index) => [index + 1, (index + 1) * interval]));
}

/** The number of intervals or days that a time lasts; undefined for one, and for a length that cannot be chosen. */
export function intervalsOf(
  { frame: { formats } }: Pick<Visit, 'frame'>,
  service: Service,
  { from, to }: ChosenTime,
): number | undefined {
  if (service.has_day_booking) {
    const days = formats.dates.countDays(from, to);
    return days > 1 && !service.same_day && days <= service.max_slots ? days : undefined;
  }
  const minutes = (Date.parse(to) - Date.parse(from)) / 60_000;
  const found = [...lengthsOf(service)].find(([count, length]) => count > 1 && length === minutes);
  return found?.[0];
}

/** The free times of a service, as the parameters of the URL choose them. */
export type FreeTimes = Omit<CalendarProps, 'frame' | 'path' | 'slotUrl' | 'lengths'>;

/** The values that apply where the URL has none. */
interface Wanted {
  /** The length of new bookings; undefined for one interval, and for a booking that moves. */
  intervals?: number | undefined;
  /** The date of a booking that moves. */
  day?: Day;
  /** The resource of a booking that moves. */
  resourceId?: number;
}

/**
 * Reads the free days of a month and the free times of a day.
 *
 * @param path below which the times are listed: that of the service, or of a booking that moves
 * @throws DomainError NOT_FOUND, INVALID
 */
export async function readFreeTimes(
  visit: Visit,
  service: Service,
  path: string,
  { intervals, day: ofBooking, resourceId: sameResource }: Wanted = {},
): Promise<FreeTimes> {
  const resourceId = await askedResource(visit, sameResource);
  const selected = { selected_resources: resourceId, intervals };
  const now = today(visit.context);
  const { day: asked, month } = await askedTime(visit, path, selected, now, ofBooking);
  const from = firstOfMonth(month) > now ? firstOfMonth(month) : now;
  const to = lastOfMonth(month);
  const isPast = to < now;
  const [dates, resources] = isPast
    ? [[], []]
    : await Promise.all([
        read<{ available_date: { date: Day } }[]>(visit, `${path}/available_dates`, { from, to, ...selected }),
        read<{ resource: Resource }[]>(visit, `${path}/resources`, { from, to, intervals }),
      ]);
  const free = dates.map(({ available_date: { date } }) => date);
  const day = asked ?? free[0];
  const [slots, nextDay] = await Promise.all([
    day === undefined || day < now
      ? []
      : read<{ slot: Slot }[]>(visit, `${path}/slots`, { from: day, to: day, ...selected }),
    free.length > 0 ? undefined : findNextDay(visit, path, { from: isPast ? now : to, ...selected }),
  ]);
  return {
    ...{ resourceId, month, day, nextDay, intervals },
    today: now,
    resources: resources.map((item) => item.resource),
    freeDays: new Set(free),
    slots: slots.map(({ slot }) => slot),
    isByDay: service.booking_type === 'appointment' && service.has_day_booking,
  };
}

/** The resource of the URL, else `otherwise`; undefined for anyone, and if it is gone. */
async function askedResource(visit: Visit, otherwise: number | undefined): Promise<number | undefined> {
  const asked = queryText(visit.request, 'resource_id') || String(otherwise ?? '');
  return (await findResource(visit, asked))?.id;
}

/** The day or month of the URL, else that of the booking that moves, else the next free day, else this month. */
async function askedTime(
  visit: Visit,
  path: string,
  selected: Record<string, unknown>,
  now: Day,
  ofBooking: Day | undefined,
): Promise<{ day: Day | undefined; month: Month }> {
  const date = parsePlainDate(queryText(visit.request, 'date'));
  if (date !== undefined && hasNextMonth(monthOf(date))) return { day: date, month: monthOf(date) };
  const first = parsePlainDate(`${queryText(visit.request, 'month')}-01`);
  if (first !== undefined && hasNextMonth(monthOf(first))) return { day: undefined, month: monthOf(first) };
  if (ofBooking !== undefined && ofBooking >= now) return { day: ofBooking, month: monthOf(ofBooking) };
  const day = await findNextDay(visit, path, { from: now, ...selected });
  return { day, month: monthOf(day ?? now) };
}

/** False for the last month of year 9999, whose end is no instant that the API accepts. */
const hasNextMonth = (month: Month): boolean => addMonths(month, 1) !== undefined;

async function findNextDay(visit: Visit, path: string, query: Record<string, unknown>): Promise<Day | undefined> {
  const [first] = await read<{ available_date: Day }[]>(visit, `${path}/next_available_date`, query);
  return first?.available_date;
}
