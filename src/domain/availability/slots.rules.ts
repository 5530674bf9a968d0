import { addDays, datesBetween, type PlainDate } from '../../platform/time/plain-date.js';
import type { Zone } from '../../platform/time/zone.js';
import { type Interval, union } from './interval.rules.js';
import { freeReader, loadOf, type Occupancy, peakOf, peakReader } from './occupancy.rules.js';
import { type HoursException, type HoursSource, hasExceptionHours, hoursOn } from './opening-hours.rules.js';

const MINUTE = 60_000;

/** A time that can be booked (spec, Slot); instants in epoch milliseconds. */
export interface Slot extends Interval {
  /** People for whom there is room, in all the resources together. */
  free: number;
  /** The capacity of the resources together. */
  maximumCapacity: number;
  /** The resources that are free for all of the slot, ascending. */
  readonly resourceIds: number[];
}

/**
 * Whether bookings are of whole dates: from local midnight to the next, or from the first opening to the last closing
 * (`day_booking_specify_time`).
 */
export type DayBooking = 'NONE' | 'MIDNIGHT' | 'OPENING';

/** How a service is booked by the day, if it is. */
export function dayBookingOf(service: { hasDayBooking: boolean; dayBookingSpecifyTime: boolean }): DayBooking {
  if (!service.hasDayBooking) return 'NONE';
  return service.dayBookingSpecifyTime ? 'OPENING' : 'MIDNIGHT';
}

/** The input of freeSlotsByDate. */
export interface SlotWorld {
  /** The account's zone: the wall clock that opening hours are read on. */
  readonly zone: Zone;
  /** Ascending. */
  readonly dates: readonly PlainDate[];
  readonly service: SlotService;
  readonly resources: readonly SlotResource[];
  /** Slots start at or after `from`, and, unlike an interval's, at or before `to`. */
  readonly bookable: Interval;
  /** Holidays; an exception date with hours opens one all the same. */
  readonly closedDates: ReadonlySet<PlainDate>;
}

export interface SlotService {
  /** The length of a slot in minutes, at least 1. */
  readonly interval: number;
  /** Minutes from one slot's start to the next one's, at least 1; null: the interval. */
  readonly nextInterval: number | null;
  /** FIXED: a grid from each opening. NEXT_AVAILABLE: from the start of each free stretch, rounded up. */
  readonly generation: 'FIXED' | 'NEXT_AVAILABLE';
  /** NEXT_AVAILABLE: the first slot of a stretch starts at a multiple of so many wall-clock minutes, at least 1. */
  readonly rounding: number;
  /** The fewest people of a booking: where there is room for fewer, there is no slot. */
  readonly minimum: number;
  readonly dayBooking: DayBooking;
}

export interface SlotResource {
  readonly id: number;
  /** People at the same time. */
  readonly capacity: number;
  readonly hours: HoursSource;
  /** Active bookings, in any order; quickest when by start. */
  readonly occupancies: readonly Occupancy[];
  /** Active events: they take the resource wholly. */
  readonly blocked: readonly Interval[];
}

/**
 * Yields the free slots of each date in turn (spec, Slots), ordered by `from` and then `to`. The grids of the resources
 * decide which starts are listed; a slot has every resource that is open and free for all of it.
 *
 * Both levels are lazy, so a caller that needs only the dates or the resources can stop early. Read the dates in order:
 * the sweeps behind them only move forward.
 */
export function* freeSlotsByDate(world: SlotWorld): Generator<Iterable<Slot>> {
  const needed = Math.max(1, world.service.minimum);
  const diaries = world.resources
    .toSorted((a, b) => a.id - b.id)
    .map((resource) => diaryOf(resource, needed, world.service.dayBooking));
  for (const date of world.dates) yield slotsOn(date, diaries, needed, world);
}

/**
 * Whether a public booking lies in the open hours (spec, Bookings): within a pair, where 24:00 and the next date's
 * 00:00 touch; a day booking within dates that are all open, from midnight to midnight or from any time to any time of
 * their opening hours. Whatever freeSlotsByDate lists is accepted.
 * @param interval not empty, and of a length that the caller has bounded: each date of it is looked at.
 */
export function isOpen(
  interval: Interval,
  zone: Zone,
  source: HoursSource,
  dayBooking: DayBooking,
  closedDates: ReadonlySet<PlainDate>,
): boolean {
  const { from, to } = interval;
  const days = datesBetween(zone.dateAt(from), zone.dateAt(to - 1)).map((date) =>
    spansOn(date, zone, source, dayBooking, closedDates),
  );
  if (dayBooking === 'NONE') {
    return union(days.flat()).some((open) => open.from <= from && to <= open.to);
  }
  const first = days[0]?.[0];
  const last = days.at(-1)?.[0];
  if (!first || !last || days.some((spans) => spans.length === 0)) {
    return false;
  }
  return dayBooking === 'MIDNIGHT'
    ? from === first.from && to === last.to
    : first.from <= from && from < first.to && last.from < to && to <= last.to;
}

/** One resource's bookings and hours, read date by date. */
interface Diary {
  readonly resource: SlotResource;
  readonly exceptions: ReadonlyMap<PlainDate, HoursException[]>;
  readonly peakIn: (window: Interval) => number;
  readonly freeIn: (open: Interval) => Interval[];
}

function diaryOf(resource: SlotResource, needed: number, dayBooking: DayBooking): Diary {
  const { capacity, occupancies, blocked } = resource;
  const load = loadOf([...occupancies, ...blocked.map(({ from, to }) => ({ from, to, count: capacity }))]);
  return {
    resource,
    exceptions: Map.groupBy(resource.hours.exceptions, ({ date }) => date),
    // Resources that open for different hours give windows within each other, which peakReader cannot take.
    peakIn: dayBooking === 'OPENING' ? (window) => peakOf(load, window) : peakReader(load),
    freeIn: freeReader(load, capacity, needed),
  };
}

/** A diary with the open times of one date. */
interface OpenDiary {
  readonly diary: Diary;
  readonly spans: readonly Interval[];
}

function* slotsOn(date: PlainDate, diaries: readonly Diary[], needed: number, world: SlotWorld): Generator<Slot> {
  const open = diaries.map((diary) => ({ diary, spans: spansOf(date, diary, world) })).filter(isOpenAtAll);
  const readers = open.map(({ diary, spans }) => ({ ...diary, covers: coverReader(spans) }));
  for (const { from, to } of timesOf(open, world)) {
    const slot: Slot = { from, to, free: 0, maximumCapacity: 0, resourceIds: [] };
    for (const { resource, covers, peakIn } of readers) {
      if (!covers(slot)) continue;
      const free = resource.capacity - peakIn(slot);
      if (free < needed) continue;
      slot.free += free;
      slot.maximumCapacity += resource.capacity;
      slot.resourceIds.push(resource.id);
    }
    if (slot.resourceIds.length > 0) yield slot;
  }
}

const isOpenAtAll = ({ spans }: OpenDiary): boolean => spans.length > 0;

function spansOf(
  date: PlainDate,
  { resource, exceptions }: Diary,
  { zone, service, closedDates }: SlotWorld,
): Interval[] {
  const hours = { ...resource.hours, exceptions: exceptions.get(date) ?? [] };
  return spansOn(date, zone, hours, service.dayBooking, closedDates);
}

/** The bookable times on the grid of at least one resource: each once, by `from` and then `to`. */
function timesOf(open: readonly OpenDiary[], world: SlotWorld): Interval[] {
  const times = new Map<number, Interval>();
  for (const diary of open) {
    for (const time of gridOf(diary, world)) {
      // One number for both: slots start at whole minutes, and none is as long as 60,000 minutes.
      times.set(time.from + (time.to - time.from) / MINUTE, time);
    }
  }
  const { from: earliest, to: latest } = world.bookable;
  return [...times.values()]
    .filter(({ from }) => from >= earliest && from <= latest)
    .sort((a, b) => a.from - b.from || a.to - b.to);
}

/** The times of a resource's own grid, ascending; some may be taken. */
function gridOf({ diary, spans }: OpenDiary, { zone, service }: SlotWorld): readonly Interval[] {
  if (service.dayBooking !== 'NONE') {
    return spans;
  }
  if (service.generation === 'FIXED') {
    return slice(spans, service);
  }
  const stretches = spans.flatMap(diary.freeIn);
  return slice(
    stretches.map(({ from, to }) => ({ from: roundUp(from, to, service.rounding, zone), to })),
    service,
  );
}

/**
 * Reports whether a window lies within one of the spans, which are ascending.
 * @returns a function of windows whose `from` never goes back.
 */
function coverReader(spans: readonly Interval[]): (window: Interval) => boolean {
  let next = 0;
  return ({ from, to }) => {
    let span = spans[next];
    while (span && span.to <= from) span = spans[++next];
    return span !== undefined && span.from <= from && to <= span.to;
  };
}

/** The pairs of a date; of a day booking, the date as a whole. Ascending; empty when closed. */
function spansOn(
  date: PlainDate,
  zone: Zone,
  source: HoursSource,
  dayBooking: DayBooking,
  closedDates: ReadonlySet<PlainDate>,
): Interval[] {
  if (closedDates.has(date) && !hasExceptionHours(date, source)) {
    return [];
  }
  const pairs = hoursOn(date, source).map(({ from, to }) => ({
    from: zone.toEpoch(date, from),
    to: zone.toEpoch(date, to),
  }));
  // Times that a clock change skips move forward: a pair may so come to nothing, or over the next one.
  const open = union(pairs.filter(({ from, to }) => from < to));
  const first = open[0];
  const last = open.at(-1);
  if (dayBooking === 'NONE' || !first || !last) {
    return open;
  }
  return dayBooking === 'OPENING'
    ? [{ from: first.from, to: last.to }]
    : [{ from: zone.startOfDay(date), to: zone.startOfDay(addDays(date, 1)) }];
}

/** The slots that fit, from the start of each stretch on; their minutes elapse whatever the wall clock does. */
function slice(stretches: readonly Interval[], { interval, nextInterval }: SlotService): Interval[] {
  const length = interval * MINUTE;
  const step = (nextInterval ?? interval) * MINUTE;
  const slots: Interval[] = [];
  for (const { from, to } of stretches) {
    for (let start = from; start + length <= to; start += step) {
      slots.push({ from: start, to: start + length });
    }
  }
  return slots;
}

/** The first instant at or after `from` at which the wall clock shows a multiple of `rounding`; past `limit`, any. */
function roundUp(from: number, limit: number, rounding: number, zone: Zone): number {
  let rounded = Math.ceil(from / MINUTE) * MINUTE;
  let over = zone.minuteOfDayAt(rounded) % rounding;
  // Again after a clock change on the way.
  while (over > 0 && rounded < limit) {
    rounded += (rounding - over) * MINUTE;
    over = zone.minuteOfDayAt(rounded) % rounding;
  }
  return rounded;
}
