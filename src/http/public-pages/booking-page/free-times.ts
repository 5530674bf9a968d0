import { today } from '../../../domain/context.js';
import { type PlainDate, parsePlainDate } from '../../../platform/time/plain-date.js';
import type { Resource, Service, Slot } from './api-answers.js';
import { daysAround, hasNextMonth, monthOf, type ShownDays } from './dates.js';
import type { Frame } from './frame.js';
import { queryText } from './input.js';
import { findResource, read, type Visit } from './visit.js';

/** The free times of a service, as the parameters of the URL choose them. */
export type FreeTimes = Omit<CalendarProps, 'frame' | 'path' | 'slotUrl' | 'lengths' | 'ownDay'>;

/** The values that apply where the URL has none. */
interface Wanted {
  /** The length of new bookings; undefined for one interval, and for a booking that moves. */
  intervals?: number | undefined;
  /** The ids of the chosen options. */
  options?: string | undefined;
  /** The ids of the resources for needs other than the first. */
  otherResources?: string | undefined;
  /** The date around which a booking moves: the calendar shows its week, unless the URL asks for a month. */
  day?: PlainDate;
  /** The resource of a booking that moves. */
  resourceId?: number;
  /** Whether visitors may name the resource. True by default. */
  mayChoose?: boolean;
}

/**
 * Reads the free days of a month or a week, and the free times of a day.
 *
 * @param path below which the times are listed: that of the service, or of a booking that moves
 * @throws DomainError NOT_FOUND, INVALID
 */
export async function readFreeTimes(
  visit: Visit,
  service: Service,
  path: string,
  { intervals, options, otherResources, day: ofBooking, resourceId: sameResource, mayChoose = true }: Wanted = {},
): Promise<FreeTimes> {
  const resourceId = mayChoose ? await askedResource(visit, sameResource) : undefined;
  const wanted = { other_resources: otherResources, intervals, options };
  const selected = { selected_resources: resourceId, ...wanted };
  const now = today(visit.context);
  const { day: asked, shown } = await askedDays(visit, path, selected, now, ofBooking);
  const from = shown.from > now ? shown.from : now;
  const { to } = shown;
  const isPast = to < now;
  const [dates, resources] = isPast
    ? [[], []]
    : await Promise.all([
        read<{ available_date: { date: PlainDate } }[]>(visit, `${path}/available_dates`, { from, to, ...selected }),
        mayChoose ? read<{ resource: Resource }[]>(visit, `${path}/resources`, { from, to, ...wanted }) : [],
      ]);
  const free = dates.map(({ available_date: { date } }) => date);
  const day = asked ?? free[0];
  const isFirst = day === free[0] && (shown.from <= now || isUnasked(visit));
  const [slots, later, nextDay] = await Promise.all([
    day === undefined || day < now
      ? []
      : read<{ slot: Slot }[]>(visit, `${path}/slots`, { from: day, to: day, ...selected }),
    isFirst && ofBooking === undefined ? readLater(visit, service, `${path}/slots`, free, selected) : undefined,
    free.length > 0 ? undefined : findNextDay(visit, path, { from: isPast ? now : to, ...selected }),
  ]);
  return {
    ...{ resourceId, otherResources, shown, day, nextDay, intervals, options },
    today: now,
    resources: resources.map((item) => item.resource),
    freeDays: new Set(free),
    slots: slots.map(({ slot }) => slot),
    soonest: later ? [...slots.slice(0, soonestOfDay), ...later].map(({ slot }) => slot) : [],
    isByDay: isByDay(service),
  };
}

const isByDay = ({ booking_type, has_day_booking }: Service): boolean =>
  booking_type === 'appointment' && has_day_booking;

const isUnasked = ({ request }: Visit): boolean =>
  queryText(request, 'date') === '' && queryText(request, 'month') === '';

/** The times of the first free day among the first free times. */
const soonestOfDay = 2;
/** The free days after the first that have one among the first free times. */
const laterDays = 2;

/** Reads the first time of each of the next free days after the first. Returns undefined for a service of whole days. */
async function readLater(
  visit: Visit,
  service: Service,
  path: string,
  free: readonly PlainDate[],
  selected: Record<string, unknown>,
): Promise<{ slot: Slot }[] | undefined> {
  if (isByDay(service)) return undefined;
  const days = await Promise.all(
    free.slice(1, 1 + laterDays).map((day) => read<{ slot: Slot }[]>(visit, path, { from: day, to: day, ...selected })),
  );
  return days.flatMap((slots) => slots.slice(0, 1));
}

/** Returns the resource of the URL, else `otherwise`. Returns undefined for all resources, and if it does not exist any more. */
async function askedResource(visit: Visit, otherwise: number | undefined): Promise<number | undefined> {
  const asked = queryText(visit.request, 'resource_id') || String(otherwise ?? '');
  return (await findResource(visit, asked))?.id;
}

/** The day, week or month of the URL, else the day of the booking that moves, else the next free day, else this month. */
async function askedDays(
  visit: Visit,
  path: string,
  selected: Record<string, unknown>,
  now: PlainDate,
  ofBooking: PlainDate | undefined,
): Promise<{ day: PlainDate | undefined; shown: ShownDays }> {
  const { request, frame } = visit;
  const month = queryText(request, 'month');
  const unit = ofBooking === undefined || month !== '' ? 'month' : 'week';
  const { firstWeekday } = frame.formats;
  const around = (date: PlainDate): ShownDays => daysAround(date, unit, { today: now, firstWeekday });
  const askedDate = (text: string): PlainDate | undefined => {
    const date = parsePlainDate(text);
    return date !== undefined && hasNextMonth(monthOf(date)) ? date : undefined;
  };
  const date = askedDate(queryText(request, 'date'));
  const first = askedDate(unit === 'week' ? queryText(request, 'week') : `${month}-01`);
  const asked = first === undefined ? undefined : around(first);
  if (date !== undefined) {
    return { day: date, shown: asked && date >= asked.from && date <= asked.to ? asked : around(date) };
  }
  if (asked) return { day: undefined, shown: asked };
  const isAhead = ofBooking !== undefined && ofBooking >= now && hasNextMonth(monthOf(ofBooking));
  if (isAhead) return { day: ofBooking, shown: around(ofBooking) };
  const day = await findNextDay(visit, path, { from: now, ...selected });
  return { day, shown: around(day ?? now) };
}

async function findNextDay(visit: Visit, path: string, query: Record<string, unknown>): Promise<PlainDate | undefined> {
  const [first] = await read<{ available_date: PlainDate }[]>(visit, `${path}/next_available_date`, query);
  return first?.available_date;
}

/** The free times of a service. */
export interface CalendarProps {
  frame: Frame;
  /** The path of the page, to which the parameters of another choice are added. */
  path: string;
  /** Returns the URL of the page that follows when a time is chosen. */
  slotUrl(slot: Slot): string;
  /** The resources with free times on the shown days. Empty if there is no choice. */
  resources: readonly Resource[];
  /** Undefined for all resources. */
  resourceId: number | undefined;
  /** The ids of the resources for needs other than the first. Undefined for any. */
  otherResources?: string | undefined;
  /** The value of `resource_id` for all resources, on pages where its absence means the resource of the booking that moves. */
  anyone?: string;
  /** The length of the times in intervals of the service. Undefined for one. */
  intervals: number | undefined;
  /** The ids of the chosen options, each as often as its units. Undefined without any. */
  options: string | undefined;
  /** The lengths to choose from, in minutes by number of intervals. Empty if there is no choice. */
  lengths: ReadonlyMap<number, number>;
  shown: ShownDays;
  /** The date of the booking that moves; undefined for a new booking. */
  ownDay?: PlainDate;
  today: PlainDate;
  /** The shown days with free times. */
  freeDays: ReadonlySet<PlainDate>;
  /** The chosen day, undefined if none of the shown days is free. */
  day: PlainDate | undefined;
  /** The free times that start on the chosen day. */
  slots: readonly Slot[];
  /** The first free times, if the chosen day is the first that is free. Empty for whole days and for a booking that moves. */
  soonest: readonly Slot[];
  /** Whether bookings take whole days. Each of the times then has another last day. */
  isByDay: boolean;
  /** The next free day if none of the shown days is free, and if there is one soon. */
  nextDay: PlainDate | undefined;
}
