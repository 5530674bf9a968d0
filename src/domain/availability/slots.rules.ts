import { addDays, datesBetween, type PlainDate } from '../../platform/time/plain-date.js';
import type { Zone } from '../../platform/time/zone.js';
import { type Interval, union } from '../interval.rules.js';
import {
  type HoursException,
  type HoursSource,
  hasExceptionHours,
  hoursOn,
  type Minutes,
  minutesOf,
  type OpeningHours,
  openingHoursOn,
} from '../resource/opening-hours.rules.js';
import { freeReader, type Load, loadOf, type Occupancy, peakOf, peakReader } from './occupancy.rules.js';

const msPerMinute = 60_000;

/** A time that can be booked (spec, Slot); instants in epoch milliseconds. */
export interface Slot extends Interval {
  /** The number of people who can still book, in all resources together. */
  free: number;
  /** The capacity of the resources together. */
  maximumCapacity: number;
  /** The resources that are free during the whole slot, ascending. */
  readonly resourceIds: number[];
}

/**
 * Whether bookings take whole days, and from when to when: MIDNIGHT means from one local midnight to the next, OPENING
 * from the first opening to the last closing (`day_booking_specify_time`).
 */
export type DayBooking = 'NONE' | 'MIDNIGHT' | 'OPENING';

/** Returns a service's kind of day booking. */
export function dayBookingOf(service: { hasDayBooking: boolean; dayBookingSpecifyTime: boolean }): DayBooking {
  if (!service.hasDayBooking) return 'NONE';
  return service.dayBookingSpecifyTime ? 'OPENING' : 'MIDNIGHT';
}

/** The input of freeSlotsByDate. */
export interface SlotSearch {
  /** The account's time zone, to which opening hours refer. */
  readonly zone: Zone;
  /** Ascending. */
  readonly dates: readonly PlainDate[];
  readonly service: SlotService;
  readonly resources: readonly SlotResource[];
  /** When slots may start. Unlike the end of other intervals, `to` is inclusive. */
  readonly bookable: Interval;
  /** Holidays. An exception date with hours overrides them. */
  readonly closedDates: ReadonlySet<PlainDate>;
}

export interface SlotService {
  /** The length of a slot in minutes, at least 1. */
  readonly interval: number;
  /** Minutes from one slot's start to the next one's, at least 1. Null means the interval. */
  readonly nextInterval: number | null;
  /** The grid of slots starts at each opening (FIXED), or at each free stretch, rounded up (NEXT_AVAILABLE). */
  readonly generation: 'FIXED' | 'NEXT_AVAILABLE';
  /** With NEXT_AVAILABLE, a stretch's first slot starts at a multiple of this many wall-clock minutes, at least 1. */
  readonly rounding: number;
  /** The minimum number of people per booking. Times with room for fewer are no slots. */
  readonly minimum: number;
  readonly dayBooking: DayBooking;
}

export interface SlotResource {
  readonly id: number;
  /** The maximum number of people at the same time. */
  readonly capacity: number;
  readonly hours: HoursSource;
  /** Active bookings in any order; sorting is fastest if they are already ordered by start. */
  readonly occupancies: readonly Occupancy[];
  /** Active events, which occupy the whole resource. */
  readonly blocked: readonly Interval[];
}

/**
 * Yields the free slots of each date in turn (spec, Slots), ordered by `from` and then `to`. A slot starts on the grid of
 * at least one resource and includes every resource that is open and free during all of it.
 *
 * Dates are computed lazily, so a caller that needs only the first dates can stop early. The cost is proportional to the
 * number of slots and of bookings on these dates.
 */
export function* freeSlotsByDate(search: SlotSearch): Generator<Slot[]> {
  const needed = Math.max(1, search.service.minimum);
  const schedules = search.resources
    .toSorted((a, b) => a.id - b.id)
    .map((resource) => toSchedule(resource, needed, search.service.dayBooking));
  for (const date of search.dates) yield slotsOn(date, schedules, search);
}

/**
 * Returns whether a public booking lies within opening hours (spec, Bookings). Hours that end at 24:00 join those that
 * start at 00:00 of the next date. A day booking needs hours on each of its dates, and lasts from midnight to midnight or
 * starts and ends within the hours of its first and last date. Every slot of freeSlotsByDate is accepted.
 *
 * @param interval not empty; the caller bounds its length, because each of its dates is checked
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
  if (dayBooking === 'NONE') return union(days.flat()).some((open) => open.from <= from && to <= open.to);
  const first = days[0]?.[0];
  const last = days.at(-1)?.[0];
  if (!first || !last || days.some((spans) => spans.length === 0)) return false;
  return dayBooking === 'MIDNIGHT'
    ? from === first.from && to === last.to
    : first.from <= from && from < first.to && last.from < to && to <= last.to;
}

/** The bookings and hours of a resource, read in the order of dates. */
interface ResourceSchedule {
  readonly resource: SlotResource;
  readonly exceptions: ReadonlyMap<PlainDate, HoursException[]>;
  readonly freeIn: (open: Interval) => Interval[];
  /** The number of people who can book a whole free interval. */
  readonly roomIn: (free: Interval) => number;
}

function toSchedule(resource: SlotResource, needed: number, dayBooking: DayBooking): ResourceSchedule {
  const { capacity, occupancies, blocked } = resource;
  const load = loadOf([...occupancies, ...blocked.map(({ from, to }) => ({ from, to, count: capacity }))]);
  return {
    resource,
    exceptions: Map.groupBy(resource.hours.exceptions, ({ date }) => date),
    freeIn: freeReader(load, capacity, needed),
    roomIn: capacity === needed ? () => capacity : roomReader(load, capacity, dayBooking),
  };
}

function roomReader(load: Load, capacity: number, dayBooking: DayBooking): ResourceSchedule['roomIn'] {
  // If resources have different hours, a window can lie within the previous one, which peakReader does not support.
  const peakIn = dayBooking === 'OPENING' ? (window: Interval) => peakOf(load, window) : peakReader(load);
  return (free) => capacity - peakIn(free);
}

/** A resource's open times (`spans`) and free times (`stretches`) of one date, ascending and without overlaps. */
interface OpenSchedule {
  readonly schedule: ResourceSchedule;
  readonly spans: readonly Interval[];
  readonly stretches: readonly Interval[];
}

function slotsOn(date: PlainDate, schedules: readonly ResourceSchedule[], search: SlotSearch): Slot[] {
  const spansOf = spanReader(date, search);
  const open = schedules.map((schedule): OpenSchedule => {
    const spans = spansOf(schedule);
    return { schedule, spans, stretches: spans.flatMap(schedule.freeIn) };
  });
  const slots = timesOf(open, search).map(
    ({ from, to }): Slot => ({ from, to, free: 0, maximumCapacity: 0, resourceIds: [] }),
  );
  for (const schedule of open) addResource(slots, schedule);
  return slots.filter(({ resourceIds }) => resourceIds.length > 0);
}

/** Adds the resource to the slots in its free stretches, with one pass over both. */
function addResource(slots: readonly Slot[], { schedule: { resource, roomIn }, stretches }: OpenSchedule): void {
  let next = 0;
  for (const { from, to } of stretches) {
    for (let slot = slots[next]; slot && slot.from < to; slot = slots[++next]) {
      if (slot.from < from || slot.to > to) continue;
      slot.free += roomIn(slot);
      slot.maximumCapacity += resource.capacity;
      slot.resourceIds.push(resource.id);
    }
  }
}

/** Returns a function that returns the open times of a resource on the date. Equal hours are computed once. */
function spanReader(
  date: PlainDate,
  { zone, service: { dayBooking }, closedDates }: SlotSearch,
): (schedule: ResourceSchedule) => readonly Interval[] {
  const known = new Map<OpeningHours, readonly Interval[]>();
  const isHoliday = closedDates.has(date);
  return ({ resource, exceptions }) => {
    const source = { ...resource.hours, exceptions: exceptions.get(date) ?? [] };
    if (isHoliday && !hasExceptionHours(date, source)) return [];
    const hours = openingHoursOn(date, source);
    const spans = known.get(hours) ?? spansOf(date, minutesOf(hours), zone, dayBooking);
    known.set(hours, spans);
    return spans;
  };
}

/** Returns the distinct bookable times on the grid of any resource, by `from` and then `to`. */
function timesOf(open: readonly OpenSchedule[], search: SlotSearch): Interval[] {
  const { from: earliest, to: latest } = search.bookable;
  const times = search.service.dayBooking === 'NONE' ? startsOf(open, search) : daysOf(open);
  return times.filter(({ from }) => from >= earliest && from <= latest);
}

/** Returns the times of services without day booking, which all have the same length. */
function startsOf(open: readonly OpenSchedule[], search: SlotSearch): Interval[] {
  // Slots start at whole minutes. V8 hashes and sorts minutes, which are small integers, without allocating.
  const minutes = new Set<number>();
  for (const schedule of open) addStarts(minutes, schedule, search);
  const length = search.service.interval * msPerMinute;
  return Array.from(Int32Array.from(minutes).sort(), (minute) => {
    const from = minute * msPerMinute;
    return { from, to: from + length };
  });
}

/** Adds the starts of a resource's own grid, in minutes since 1970, including those that are not free. */
function addStarts(minutes: Set<number>, { spans, stretches }: OpenSchedule, { zone, service }: SlotSearch): void {
  const step = service.nextInterval ?? service.interval;
  const isFixed = service.generation === 'FIXED';
  for (const { from, to } of isFixed ? spans : stretches) {
    const first = isFixed ? from : roundUp(from, to, service.rounding, zone);
    const last = to / msPerMinute - service.interval;
    // The grid counts elapsed minutes, across clock changes too.
    for (let start = first / msPerMinute; start <= last; start += step) minutes.add(start);
  }
}

/** Returns the times of a day booking, each once. */
function daysOf(open: readonly OpenSchedule[]): Interval[] {
  const days = new Map<string, Interval>();
  for (const { spans } of open) for (const day of spans) days.set(`${day.from}-${day.to}`, day);
  return [...days.values()].sort((a, b) => a.from - b.from || a.to - b.to);
}

/** Returns the open times of a date, ascending; for a day booking, at most one. Empty if closed. */
function spansOn(
  date: PlainDate,
  zone: Zone,
  source: HoursSource,
  dayBooking: DayBooking,
  closedDates: ReadonlySet<PlainDate>,
): Interval[] {
  if (closedDates.has(date) && !hasExceptionHours(date, source)) return [];
  return spansOf(date, hoursOn(date, source), zone, dayBooking);
}

function spansOf(date: PlainDate, hours: readonly Minutes[], zone: Zone, dayBooking: DayBooking): Interval[] {
  const pairs = hours.map(({ from, to }) => ({
    from: zone.toEpoch(date, from),
    to: zone.toEpoch(date, to),
  }));
  // Times that a clock change skips move forward, so a pair may become empty or overlap the next one.
  const open = union(pairs.filter(({ from, to }) => from < to));
  const first = open[0];
  const last = open.at(-1);
  if (dayBooking === 'NONE' || !first || !last) return open;
  return dayBooking === 'OPENING'
    ? [{ from: first.from, to: last.to }]
    : [{ from: zone.startOfDay(date), to: zone.startOfDay(addDays(date, 1)) }];
}

/** Rounds up to the first instant whose wall-clock minute of the day is a multiple of `rounding`. Stops at `limit`. */
function roundUp(from: number, limit: number, rounding: number, zone: Zone): number {
  let rounded = Math.ceil(from / msPerMinute) * msPerMinute;
  let over = zone.minuteOfDayAt(rounded) % rounding;
  // A clock change on the way requires another step.
  while (over > 0 && rounded < limit) {
    rounded += (rounding - over) * msPerMinute;
    over = zone.minuteOfDayAt(rounded) % rounding;
  }
  return rounded;
}
