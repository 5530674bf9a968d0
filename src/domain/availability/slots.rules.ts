import { type Interval, union } from '../../platform/time/interval.js';
import { addDays, type PlainDate } from '../../platform/time/plain-date.js';
import type { Zone } from '../../platform/time/zone.js';
import type { HoursException, HoursSource } from '../resource/opening-hours.rules.js';
import {
  freeReader,
  type Load,
  loadOf,
  type Occupancy,
  occupiedTime,
  peakOf,
  peakReader,
  type SlotTerms,
} from './occupancy.rules.js';
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
export interface SlotTiming extends SlotTerms {
  /** Minutes from one slot's start to the next one's, at least 1. Null means the interval. */
  readonly nextInterval: number | null;
}

export interface SlotService extends SlotTiming {
  /** The grid of slots starts at each opening (FIXED), or at each free stretch, rounded up (NEXT_AVAILABLE). */
  readonly generation: 'FIXED' | 'NEXT_AVAILABLE';
  /** With NEXT_AVAILABLE, a stretch's first slot starts at a multiple of this many wall-clock minutes, at least 1. */
  readonly rounding: number;
  /** The minimum number of people per booking. Times with room for fewer are no slots. */
  readonly minimum: number;
  /** The number of people for whom a resource needs room, if it is more than the minimum. It does not affect the grid. */
  readonly people?: number | undefined;
  readonly dayBooking: DayBooking;
  /** Whether a slot must end on the date on which it starts. */
  readonly sameDay: boolean;
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
  /** Dates on which no more bookings may begin. The grid of the resource still decides starts for others. */
  readonly fullDates?: ReadonlySet<PlainDate> | undefined;
  /** The length, the step and the buffers of its own slots; undefined for those of the service. */
  readonly timing?: SlotTiming | undefined;
}

/** Whether no booking may begin at an instant, because its date has the most bookings. */
export function isFullAt({ fullDates }: SlotResource, instant: number, zone: Zone): boolean {
  return fullDates !== undefined && fullDates.size > 0 && fullDates.has(zone.dateAt(instant));
}

/**
 * Yields the free slots of each date in turn (spec, Slots), ordered by `from` and then `to`. A slot starts on the grid of
 * at least one resource and includes every resource that is open and free during all of it. It belongs to the date on
 * which it starts, and may end on a later one if the hours pass midnight or meet those of the next date there.
 *
 * Dates are computed lazily, so a caller that needs only the first dates can stop early. The cost is proportional to the
 * number of slots and of bookings on these dates.
 */
export function* freeSlotsByDate(search: SlotSearch): Generator<Slot[]> {
  const needed = Math.max(1, search.service.minimum);
  const schedules = search.resources
    .toSorted((a, b) => a.id - b.id)
    .map((resource) => toSchedule(resource, needed, search.service));
  const byLength = [...Map.groupBy(schedules, ({ timing }) => timing.interval).values()];
  const openOn = openTimesOfDates(search);
  // Those of one length need no sorting.
  const isOfOneLength = byLength.length <= 1 || search.service.dayBooking !== 'NONE';
  for (const date of search.dates) {
    yield isOfOneLength
      ? slotsOn(date, schedules, search, openOn)
      : byLength
          .flatMap((alike) => slotsOn(date, alike, search, openOn))
          .sort((a, b) => a.from - b.from || a.to - b.to);
  }
}

/** The bookings and hours of a resource, read in the order of dates. */
interface ResourceSchedule {
  readonly resource: SlotResource;
  readonly timing: SlotTiming;
  readonly exceptions: ReadonlyMap<PlainDate, HoursException[]>;
  readonly freeIn: (open: Interval) => Interval[];
  /** The number of people who can book a whole free interval. */
  readonly roomIn: (free: Interval) => number;
  /** The end of the last open time that passes a midnight, the first date that was not read for it, and later open times. */
  night: { to: number; next: PlainDate; later: readonly Interval[] } | undefined;
  /** The date that was read last, and when its hours open it. */
  last: { date: PlainDate; open: readonly Interval[] } | undefined;
}

function toSchedule(resource: SlotResource, needed: number, service: SlotService): ResourceSchedule {
  const { capacity, occupancies, blocked, timing = service } = resource;
  const load = loadOf([...occupancies, ...blocked.map(({ from, to }) => ({ from, to, count: capacity }))]);
  return {
    resource,
    timing,
    exceptions: Map.groupBy(resource.hours.exceptions, ({ date }) => date),
    freeIn: freeReader(load, capacity, needed, timing),
    roomIn: capacity === needed ? () => capacity : roomReader(load, capacity, timing, service.dayBooking),
    night: undefined,
    last: undefined,
  };
}

function roomReader(
  load: Load,
  capacity: number,
  timing: SlotTiming,
  dayBooking: DayBooking,
): ResourceSchedule['roomIn'] {
  // A window can lie within the previous one if resources have different hours, which peakReader does not support.
  const peakIn = dayBooking === 'OPENING' ? (window: Interval) => peakOf(load, window) : peakReader(load);
  return (free) => capacity - peakIn(occupiedTime(free, timing));
}

/** Returns when a resource is open on a date. */
type OpenOn = (date: PlainDate, schedule: ResourceSchedule) => readonly Interval[];

function openTimesOfDates({ zone, service: { dayBooking }, closedDates }: SlotSearch): OpenOn {
  const readers = new Map<PlainDate, ReturnType<typeof openTimesReader>>();
  return (date, { resource, exceptions }) => {
    const openTimesOf = readers.get(date) ?? openTimesReader(date, { zone, dayBooking, closedDates });
    readers.set(date, openTimesOf);
    return openTimesOf({ ...resource.hours, exceptions: exceptions.get(date) ?? [] });
  };
}

/** A date, the one before, and the first instants of the date and of the next one. */
interface Day extends Interval {
  readonly date: PlainDate;
  readonly before: PlainDate;
}

/** The times of a resource in which a slot that starts on one date may lie, ascending and without overlaps. */
interface OpenSchedule {
  readonly schedule: ResourceSchedule;
  /** Open times. They may begin on the date before and continue after the end of the date. */
  readonly spans: readonly Interval[];
  /** The free parts of the open times. */
  readonly stretches: readonly Interval[];
  readonly grids: readonly Grid[];
}

/** The starts of slots: every so many minutes from the start of each run. They end within the run. */
interface Grid {
  readonly runs: readonly Interval[];
  /** Slots start before. */
  readonly until: number;
  /** Slots do not start within these times, which have a grid of their own. */
  readonly except: readonly Interval[];
}

function slotsOn(date: PlainDate, schedules: readonly ResourceSchedule[], search: SlotSearch, openOn: OpenOn): Slot[] {
  const { zone } = search;
  const next = addDays(date, 1);
  const day = { date, before: addDays(date, -1), from: zone.startOfDay(date), to: zone.startOfDay(next) };
  const open = schedules.map((schedule) => openScheduleOn(day, schedule, search.service, openOn));
  const slots = timesOf(open, search, day).map(
    ({ from, to }): Slot => ({ from, to, free: 0, maximumCapacity: 0, resourceIds: [] }),
  );
  const people = search.service.people ?? 0;
  for (const schedule of open) addResource(slots, schedule, people, zone);
  return slots.filter(({ resourceIds }) => resourceIds.length > 0);
}

function openScheduleOn(day: Day, schedule: ResourceSchedule, service: SlotService, openOn: OpenOn): OpenSchedule {
  const own = openOn(day.date, schedule);
  const spans = withNight(day, own, service, schedule, openOn);
  const nights = service.dayBooking === 'NONE' ? nightsInto(day, schedule, openOn) : [];
  schedule.last = { date: day.date, open: own };
  if (nights.length > 0) return withNightsBefore(day, nights, { own, spans }, schedule, service);
  const stretches = spans.flatMap(schedule.freeIn);
  const runs = service.generation === 'FIXED' ? spans : stretches;
  return { schedule, spans, stretches, grids: [{ runs, until: day.to, except: [] }] };
}

/** Returns the hours of the date before that pass midnight. */
function nightsInto({ before, from }: Day, schedule: ResourceSchedule, openOn: OpenOn): readonly Interval[] {
  const open = schedule.last?.date === before ? schedule.last.open : openOn(before, schedule);
  const last = open.at(-1);
  return last && last.to > from ? open.filter(({ to }) => to > from) : [];
}

/**
 * Joins the hours of a date with those of the date before that pass midnight. The grid of the night continues after
 * midnight, but not within the hours of the date itself, which start their own.
 */
function withNightsBefore(
  day: Day,
  nights: readonly Interval[],
  { own, spans }: { own: readonly Interval[]; spans: readonly Interval[] },
  schedule: ResourceSchedule,
  { generation }: SlotService,
): OpenSchedule {
  const together = union([...nights, ...spans]);
  const gridOf = ({ from, to }: Interval, except: readonly Interval[]): Grid => {
    const reach = together.find((span) => from < span.to)?.to ?? to;
    const runs = generation === 'FIXED' ? [{ from, to: reach }] : schedule.freeIn({ from, to: reach });
    return { runs, until: Math.min(to, day.to), except };
  };
  const grids = [...nights.map((night) => gridOf(night, own)), ...own.map((hours) => gridOf(hours, []))];
  return { schedule, spans: together, stretches: together.flatMap(schedule.freeIn), grids };
}

/**
 * Returns the open times of a date. Hours that pass midnight or end there continue with those of the next date, as far as
 * a slot can reach. Each date is read once for all slots that reach it, because long slots of a resource that never closes
 * reach hundreds.
 */
function withNight(
  { date, to: endOfDate }: Day,
  own: readonly Interval[],
  { dayBooking, sameDay }: SlotService,
  schedule: ResourceSchedule,
  openOn: OpenOn,
): readonly Interval[] {
  if (dayBooking !== 'NONE' || sameDay || (own.at(-1)?.to ?? 0) < endOfDate) return own;
  const index = own.findIndex((span) => span.to >= endOfDate);
  const { from, to: end } = own[index] ?? { from: 0, to: 0 };
  const reach = endOfDate + schedule.timing.interval * msPerMinute;
  const known = schedule.night && schedule.night.to > endOfDate ? schedule.night : undefined;
  // Hours after a break in the night may be joined by those of the next date.
  let { to, next, later } = known ?? { to: end, next: addDays(date, 1), later: own.slice(index + 1) };
  for (let before = 0; before < to && to < reach; next = addDays(next, 1)) {
    before = to;
    const open = openOn(next, schedule);
    const spans = later.length > 0 ? union([...later, ...open]) : open;
    for (const span of spans) if (span.from <= to) to = Math.max(to, span.to);
    later = spans.filter((span) => span.from > to);
  }
  schedule.night = { to, next, later };
  return [...own.slice(0, index), { from, to }];
}

/** Adds the resource to the slots in its free stretches, with one pass over both. */
function addResource(
  slots: readonly Slot[],
  { schedule: { resource, roomIn }, stretches }: OpenSchedule,
  people: number,
  zone: Zone,
): void {
  let next = 0;
  for (const { from, to } of stretches) {
    for (let slot = slots[next]; slot && slot.from < to; slot = slots[++next]) {
      if (slot.from < from || slot.to > to || isFullAt(resource, slot.from, zone)) continue;
      const room = roomIn(slot);
      if (room < people) continue;
      slot.free += room;
      slot.maximumCapacity += resource.capacity;
      slot.resourceIds.push(resource.id);
    }
  }
}

/** Returns the distinct bookable times on the grid of any resource, by `from` and then `to`. */
function timesOf(open: readonly OpenSchedule[], search: SlotSearch, day: Day): Interval[] {
  const { from: earliest, to: latest } = search.bookable;
  const { dayBooking, sameDay } = search.service;
  const times = dayBooking === 'NONE' ? startsOf(open, search, day) : daysOf(open);
  return times.filter(({ from, to }) => from >= earliest && from <= latest && !(sameDay && to > day.to));
}

/** Returns the times of resources without day booking, whose slots all have the same length. */
function startsOf(open: readonly OpenSchedule[], search: SlotSearch, day: Day): Interval[] {
  // Slots start at whole minutes. V8 hashes and sorts minutes, which are small integers, without allocating.
  const minutes = new Set<number>();
  for (const { schedule, grids } of open)
    for (const grid of grids) addStarts(minutes, grid, schedule.timing, search, day);
  const length = (open[0]?.schedule.timing ?? search.service).interval * msPerMinute;
  return Array.from(Int32Array.from(minutes).sort(), (minute) => {
    const from = minute * msPerMinute;
    return { from, to: from + length };
  });
}

/** Adds the starts on the date of a resource's own grid, in minutes since 1970, including those that are not free. */
function addStarts(
  minutes: Set<number>,
  { runs, until, except }: Grid,
  { interval, nextInterval }: SlotTiming,
  { zone, service }: SlotSearch,
  day: Day,
): void {
  const step = nextInterval ?? interval;
  const isFixed = service.generation === 'FIXED';
  const end = until / msPerMinute;
  for (const { from, to } of runs) {
    const first = (isFixed ? from : roundUp(from, to, service.rounding, zone)) / msPerMinute;
    const skipped = Math.max(0, Math.ceil((day.from / msPerMinute - first) / step));
    const last = to / msPerMinute - interval;
    // The grid counts elapsed minutes, across clock changes too.
    for (let start = first + skipped * step; start <= last && start < end; start += step) {
      if (except.length === 0 || !isWithinOne(start * msPerMinute, except)) minutes.add(start);
    }
  }
}

function isWithinOne(instant: number, intervals: readonly Interval[]): boolean {
  return intervals.some(({ from, to }) => from <= instant && instant < to);
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
