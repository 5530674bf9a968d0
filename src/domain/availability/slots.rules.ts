import type { PlainDate } from '../../platform/time/plain-date.js';
import type { Zone } from '../../platform/time/zone.js';
import { type Buffers, occupiedTime } from '../buffers.rules.js';
import type { Interval } from '../interval.rules.js';
import type { HoursException, HoursSource } from '../resource/opening-hours.rules.js';
import { freeReader, type Load, loadOf, type Occupancy, peakOf, peakReader } from './occupancy.rules.js';
import { type DayBooking, openTimesReader } from './open-times.rules.js';

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

/** The input of freeSlotsByDate. */
export interface SlotSearch {
  /** The account's time zone, to which opening hours refer. */
  readonly zone: Zone;
  /** Ascending. */
  readonly dates: readonly PlainDate[];
  readonly service: SlotService;
  readonly resources: readonly SlotResource[];
  /** The period in which slots may start. Unlike the end of other intervals, `to` is inclusive. */
  readonly bookable: Interval;
  /** Holidays. An exception date with hours overrides them. */
  readonly closedDates: ReadonlySet<PlainDate>;
}

/** The resource must also be free during the buffers, which may be outside the opening hours. */
export interface SlotService extends Buffers {
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
  /** Active bookings with their buffers in any order; sorting is fastest if they are already ordered by start. */
  readonly occupancies: readonly Occupancy[];
  /** Active events with their buffers, which occupy the whole resource. */
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
    .map((resource) => toSchedule(resource, needed, search.service));
  for (const date of search.dates) yield slotsOn(date, schedules, search);
}

/** The bookings and hours of a resource, read in the order of dates. */
interface ResourceSchedule {
  readonly resource: SlotResource;
  readonly exceptions: ReadonlyMap<PlainDate, HoursException[]>;
  readonly freeIn: (open: Interval) => Interval[];
  /** The number of people who can book a whole free interval. */
  readonly roomIn: (free: Interval) => number;
}

function toSchedule(resource: SlotResource, needed: number, service: SlotService): ResourceSchedule {
  const { capacity, occupancies, blocked } = resource;
  const load = loadOf([...occupancies, ...blocked.map(({ from, to }) => ({ from, to, count: capacity }))]);
  return {
    resource,
    exceptions: Map.groupBy(resource.hours.exceptions, ({ date }) => date),
    freeIn: freeReader(load, capacity, needed, service),
    roomIn: capacity === needed ? () => capacity : roomReader(load, capacity, service),
  };
}

function roomReader(load: Load, capacity: number, service: SlotService): ResourceSchedule['roomIn'] {
  // If resources have different hours, a window can lie within the previous one, which peakReader does not support.
  const peakIn = service.dayBooking === 'OPENING' ? (window: Interval) => peakOf(load, window) : peakReader(load);
  return (free) => capacity - peakIn(occupiedTime(free, service));
}

/** A resource's open times (`spans`) and free times (`stretches`) of one date, ascending and without overlaps. */
interface OpenSchedule {
  readonly schedule: ResourceSchedule;
  readonly spans: readonly Interval[];
  readonly stretches: readonly Interval[];
}

function slotsOn(date: PlainDate, schedules: readonly ResourceSchedule[], search: SlotSearch): Slot[] {
  const { zone, service, closedDates } = search;
  const openTimesOf = openTimesReader(date, { zone, dayBooking: service.dayBooking, closedDates });
  const open = schedules.map((schedule): OpenSchedule => {
    const { resource, exceptions } = schedule;
    const spans = openTimesOf({ ...resource.hours, exceptions: exceptions.get(date) ?? [] });
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
