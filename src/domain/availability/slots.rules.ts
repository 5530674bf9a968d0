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
 * A date is computed when it is reached, so a caller that needs only the first dates can stop early. The time it takes is
 * proportional to what is listed and to what is booked on these dates.
 */
export function* freeSlotsByDate(world: SlotWorld): Generator<Slot[]> {
  const needed = Math.max(1, world.service.minimum);
  const diaries = world.resources
    .toSorted((a, b) => a.id - b.id)
    .map((resource) => diaryOf(resource, needed, world.service.dayBooking));
  for (const date of world.dates) yield slotsOn(date, diaries, world);
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
  readonly freeIn: (open: Interval) => Interval[];
  /** Room for people during all of a time in which at least the needed ones fit. */
  readonly roomIn: (free: Interval) => number;
}

function diaryOf(resource: SlotResource, needed: number, dayBooking: DayBooking): Diary {
  const { capacity, occupancies, blocked } = resource;
  const load = loadOf([...occupancies, ...blocked.map(({ from, to }) => ({ from, to, count: capacity }))]);
  return {
    resource,
    exceptions: Map.groupBy(resource.hours.exceptions, ({ date }) => date),
    freeIn: freeReader(load, capacity, needed),
    roomIn: capacity === needed ? () => capacity : roomReader(load, capacity, dayBooking),
  };
}

function roomReader(load: Load, capacity: number, dayBooking: DayBooking): Diary['roomIn'] {
  // Resources that open for different hours give windows within each other, which peakReader cannot take.
  const peakIn = dayBooking === 'OPENING' ? (window: Interval) => peakOf(load, window) : peakReader(load);
  return (free) => capacity - peakIn(free);
}

/** A diary with the times of one date that are open and have room, ascending and apart from each other. */
interface FreeDiary {
  readonly diary: Diary;
  readonly spans: readonly Interval[];
  readonly stretches: readonly Interval[];
}

function slotsOn(date: PlainDate, diaries: readonly Diary[], world: SlotWorld): Slot[] {
  const spansOf = spanReader(date, world);
  const open = diaries.map((diary): FreeDiary => {
    const spans = spansOf(diary);
    return { diary, spans, stretches: spans.flatMap(diary.freeIn) };
  });
  const slots = timesOf(open, world).map(
    ({ from, to }): Slot => ({ from, to, free: 0, maximumCapacity: 0, resourceIds: [] }),
  );
  for (const diary of open) addResource(slots, diary);
  return slots.filter(({ resourceIds }) => resourceIds.length > 0);
}

/** Adds the resource to the slots that lie in its free stretches; both are read once, from first to last. */
function addResource(slots: readonly Slot[], { diary: { resource, roomIn }, stretches }: FreeDiary): void {
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

/** Returns a function that gives the open times of a diary on the date. Those of the same hours are computed once. */
function spanReader(
  date: PlainDate,
  { zone, service: { dayBooking }, closedDates }: SlotWorld,
): (diary: Diary) => readonly Interval[] {
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

/** The bookable times on the grid of at least one resource: each once, by `from` and then `to`. */
function timesOf(open: readonly FreeDiary[], world: SlotWorld): Interval[] {
  const { from: earliest, to: latest } = world.bookable;
  const times = world.service.dayBooking === 'NONE' ? startsOf(open, world) : daysOf(open);
  return times.filter(({ from }) => from >= earliest && from <= latest);
}

/** All are of one length. */
function startsOf(open: readonly FreeDiary[], world: SlotWorld): Interval[] {
  // Slots start at whole minutes: as minutes they are integers that V8 hashes and sorts without allocating.
  const minutes = new Set<number>();
  for (const diary of open) addStarts(minutes, diary, world);
  const length = world.service.interval * MINUTE;
  return Array.from(Int32Array.from(minutes).sort(), (minute) => {
    const from = minute * MINUTE;
    return { from, to: from + length };
  });
}

/** Adds the starts on a resource's own grid, in minutes since 1970; some of the times may be taken. */
function addStarts(minutes: Set<number>, { spans, stretches }: FreeDiary, { zone, service }: SlotWorld): void {
  const step = service.nextInterval ?? service.interval;
  const isFixed = service.generation === 'FIXED';
  for (const { from, to } of isFixed ? spans : stretches) {
    const first = isFixed ? from : roundUp(from, to, service.rounding, zone);
    const last = to / MINUTE - service.interval;
    // The minutes elapse whatever the wall clock does.
    for (let start = first / MINUTE; start <= last; start += step) minutes.add(start);
  }
}

/** Dates as a whole, each once. */
function daysOf(open: readonly FreeDiary[]): Interval[] {
  const days = new Map<string, Interval>();
  for (const { spans } of open) for (const day of spans) days.set(`${day.from}-${day.to}`, day);
  return [...days.values()].sort((a, b) => a.from - b.from || a.to - b.to);
}

/** The pairs of a date; of a day booking, the date as a whole. Ascending; empty when closed. */
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
