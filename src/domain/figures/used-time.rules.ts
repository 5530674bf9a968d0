import type { Interval } from '../../platform/time/interval.js';
import { type Load, loadOf, type Occupancy } from '../availability/occupancy.rules.js';
import { type Buckets, bucketAt } from './buckets.rules.js';
import type { OfferedHours, ReadOfferedTimes, ResourceHours } from './offered-times.rules.js';

/** Slices are at most this long, so that the bookings of one are read and computed in milliseconds. */
const maxSliceDays = 31;
const msPerMinute = 60_000;
const msPerHour = 60 * msPerMinute;
const msPerDay = 24 * msPerHour;

/** A part of a period. Its time counts in the group of that index. */
interface Cell extends Interval {
  readonly group: number;
}

/** The parts of a period that lie in one bucket of each dimension, and the buckets of each group. */
export interface Grid {
  /** Ascending cells, in slices of at most 31 days. Together they are the period. */
  readonly slices: readonly (readonly Cell[])[];
  /** By group: the key of the bucket in each dimension. */
  readonly groups: readonly (readonly number[])[];
}

/** Splits a period where a bucket of any dimension begins. Without dimensions, each slice is one cell. */
export function gridOf(period: Interval, dimensions: readonly Buckets[]): Grid {
  const { from: start, to: end } = period;
  const borders = new Set([start, end, ...dimensions.flatMap((buckets) => bordersOf(buckets, period))]);
  const sliceLength = maxSliceDays * msPerDay;
  for (let at = start; at < end; at += sliceLength) borders.add(at);
  const ascending = [...borders].filter((at) => at >= start && at <= end).sort((a, b) => a - b);
  const indexes = new Map<string, number>();
  const groups: number[][] = [];
  const cells = ascending.slice(1).map((to, index): Cell => {
    const from = ascending[index] ?? to;
    const keys = dimensions.map((buckets) => bucketAt(buckets, from));
    const name = keys.join();
    const group = indexes.get(name) ?? groups.push(keys) - 1;
    indexes.set(name, group);
    return { from, to, group };
  });
  const slices = Map.groupBy(cells, ({ from }) => Math.floor((from - start) / sliceLength));
  return { slices: [...slices.values()], groups };
}

function bordersOf(buckets: Buckets, period: Interval): readonly number[] {
  if (buckets.kind === 'calendar') return buckets.cuts;
  const borders: number[] = [];
  const step = buckets.unit === 'weekday' ? msPerDay : msPerHour;
  for (const [index, start] of buckets.starts.entries()) {
    const offset = (buckets.offsets[index] ?? 0) * msPerMinute;
    const end = buckets.starts[index + 1] ?? period.to;
    borders.push(start);
    // Hours and days begin at multiples of the wall clock, between two changes of the offset.
    for (let wall = Math.ceil((start + offset) / step) * step; wall < end + offset; wall += step) {
      borders.push(wall - offset);
    }
  }
  return borders;
}

/** The hours and occupancies of a resource in a period. */
interface UsedResource {
  readonly capacity: number;
  /** The times at which it is open: ascending, without overlaps. */
  readonly open: readonly Interval[];
  /** The times at which it would be open without exception dates, in the same form. */
  readonly standard: readonly Interval[];
  /** Its bookings, and its events with the capacity of the resource, because they occupy all of it. In any order. */
  readonly occupancies: readonly Occupancy[];
}

/** Sums of milliseconds times people, by group. */
export class UsedTime {
  readonly open: Float64Array;
  readonly booked: Float64Array;
  readonly blocked: Float64Array;
  readonly free: Float64Array;

  constructor(readonly groups: number) {
    this.open = new Float64Array(groups);
    this.booked = new Float64Array(groups);
    this.blocked = new Float64Array(groups);
    this.free = new Float64Array(groups);
  }

  /** @param cells ascending, without overlaps; what is outside of them does not count */
  add({ open, booked, blocked, free }: UseOfTime, cells: readonly Cell[]): void {
    addByGroup(this.open, open, cells);
    addByGroup(this.booked, booked, cells);
    addByGroup(this.blocked, blocked, cells);
    addByGroup(this.free, free, cells);
  }
}

/** The numbers of people that a resource takes, has, would take without exception dates, and has room for, over time. */
interface UseOfTime {
  readonly open: Load;
  readonly booked: Load;
  readonly blocked: Load;
  readonly free: Load;
}

function useOfTime({ capacity, open, standard, occupancies }: UsedResource): UseOfTime {
  const offered = withCount(open, capacity);
  const booked = loadOf(occupancies);
  return {
    open: offered,
    booked,
    blocked: standard === open ? [] : excessOf(withCount(standard, capacity), offered),
    free: excessOf(offered, booked),
  };
}

function withCount(intervals: readonly Interval[], count: number): Load {
  return count > 0 ? intervals.map(({ from, to }) => ({ from, to, count })) : [];
}

/** Returns by how much a load exceeds another one, over time. */
function excessOf(load: Load, other: Load): Load {
  const excess: Occupancy[] = [];
  let first = 0;
  for (const { from, to, count } of load) {
    let since = from;
    while ((other[first]?.to ?? to) <= from) first += 1;
    for (let at = first, next = other[at]; next && next.from < to; next = other[++at]) {
      if (next.from > since) excess.push({ from: since, to: next.from, count });
      since = Math.max(since, next.from);
      const until = Math.min(next.to, to);
      if (next.count < count) excess.push({ from: since, to: until, count: count - next.count });
      since = until;
    }
    if (since < to) excess.push({ from: since, to, count });
  }
  return excess;
}

/**
 * Adds the time of a load to the sums, times its count, split at the borders of the cells. Cells without load are skipped
 * by binary search: the hours of a year are 8,784 cells.
 */
function addByGroup(sums: Float64Array, load: Load, cells: readonly Cell[]): void {
  let at = 0;
  for (const { from, to, count } of load) {
    at = firstEndingAfter(cells, from, at);
    for (let next = at, cell = cells[next]; cell && cell.from < to; cell = cells[++next]) {
      const milliseconds = Math.min(to, cell.to) - Math.max(from, cell.from);
      sums[cell.group] = (sums[cell.group] ?? 0) + milliseconds * count;
    }
  }
}

/** Returns the index of the first cell from `start` on that ends after an instant. */
function firstEndingAfter(cells: readonly Cell[], instant: number, start: number): number {
  let low = start;
  if ((cells[low]?.to ?? Number.POSITIVE_INFINITY) > instant) return low;
  let high = cells.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((cells[middle]?.to ?? Number.POSITIVE_INFINITY) <= instant) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The dimensions by which the time of resources is grouped. */
export interface Split {
  period: Interval;
  /** The services whose hours and bookings count; all if undefined. */
  serviceIds: readonly number[] | undefined;
  byResource: boolean;
  byService: boolean;
  /** The buckets of each time by which to split. */
  times: readonly Buckets[];
}

/** The time of a resource and service, by the groups of a grid. */
interface UsedTimeOfGroup {
  /** Undefined if the request does not split by resource. */
  readonly resourceId: number | undefined;
  /** Undefined if the request does not split by service; null for bookings without one. */
  readonly serviceId: number | null | undefined;
  readonly used: UsedTime;
}

export interface UsedTimes {
  readonly groups: readonly UsedTimeOfGroup[];
  readonly grid: Grid;
  /** Has one group. Time at which several services are offered counts once. */
  readonly total: UsedTime;
}

/** The active bookings and events of a service on a resource. */
export interface ServiceOccupancies {
  readonly resourceId: number;
  readonly serviceId: number | null;
  /** Events have the capacity of the resource, because they occupy all of it. */
  readonly occupancies: readonly Occupancy[];
}

/** Sums up the time of resources by resource, service and time. */
export class UsedTimeSums {
  readonly #groups = new Map<string, UsedTimeOfGroup>();
  readonly #total = new UsedTime(1);
  readonly #serviceIds: ReadonlySet<number | null> | undefined;

  constructor(
    private readonly split: Split,
    private readonly grid: Grid,
  ) {
    this.#serviceIds = split.serviceIds && new Set(split.serviceIds);
  }

  /** @returns the work done: the number of cells and changes of the load */
  add(
    resource: ResourceHours,
    occupied: readonly ServiceOccupancies[],
    readTimes: ReadOfferedTimes,
    cells: readonly Cell[],
  ): number {
    const offered = resource.offered.filter(({ serviceId }) => this.#serviceIds?.has(serviceId) ?? true);
    const whole = useOf(resource, offered, occupied, readTimes);
    let work = whole.booked.length + cells.length;
    this.#total.add(whole, [wholeOf(cells)]);
    if (!this.split.byService) {
      this.#usedTimeOf(resource.id, undefined).add(whole, cells);
      return work;
    }
    const services = new Set([...offered, ...occupied].map(({ serviceId }) => serviceId));
    for (const id of services) {
      const ofService = <Item extends { serviceId: number | null }>(items: readonly Item[]): Item[] =>
        items.filter(({ serviceId }) => serviceId === id);
      const part = useOf(resource, ofService(offered), ofService(occupied), readTimes);
      this.#usedTimeOf(resource.id, id).add(part, cells);
      work += part.booked.length + cells.length;
    }
    return work;
  }

  #usedTimeOf(resource: number, serviceId: number | null | undefined): UsedTime {
    const resourceId = this.split.byResource ? resource : undefined;
    const key = `${resourceId} ${serviceId}`;
    const known = this.#groups.get(key) ?? { resourceId, serviceId, used: new UsedTime(this.grid.groups.length) };
    this.#groups.set(key, known);
    return known.used;
  }

  result(): UsedTimes {
    return { groups: [...this.#groups.values()], grid: this.grid, total: this.#total };
  }
}

function useOf(
  { capacity, exceptions }: ResourceHours,
  offered: readonly OfferedHours[],
  occupied: readonly ServiceOccupancies[],
  readTimes: ReadOfferedTimes,
): UseOfTime {
  const open = readTimes(offered, exceptions);
  return useOfTime({
    capacity,
    open,
    standard: exceptions.length > 0 ? readTimes(offered, []) : open,
    occupancies: occupied.flatMap(({ occupancies }) => occupancies),
  });
}

function wholeOf(cells: readonly Cell[]): Cell {
  return { from: cells[0]?.from ?? 0, to: cells.at(-1)?.to ?? 0, group: 0 };
}
