import type { Interval } from '../../../platform/time/interval.js';
import { type Load, loadOf, type Occupancy } from '../../availability/occupancy.rules.js';
import type { Cell } from './time-grid.rules.js';

/** The hours and occupancies of a resource in a period. */
export interface UsedResource {
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

/** How many people a resource takes, has, would take without exception dates, and has room for, over time. */
export interface UseOfTime {
  readonly open: Load;
  readonly booked: Load;
  readonly blocked: Load;
  readonly free: Load;
}

export function useOfTime({ capacity, open, standard, occupancies }: UsedResource): UseOfTime {
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
export function excessOf(load: Load, other: Load): Load {
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
