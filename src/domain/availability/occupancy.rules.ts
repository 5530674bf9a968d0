import type { Interval } from '../interval.rules.js';

/** Time during which something takes up `count` people's worth of a capacity. */
export interface Occupancy extends Interval {
  readonly count: number;
}

/** How much is taken in all, when: ascending and without overlaps, with nothing where nothing is taken. */
export type Load = readonly Occupancy[];

/** The sum of the occupancies' counts over time. */
export function loadOf(occupancies: readonly Occupancy[]): Load {
  const load: Occupancy[] = [];
  let since = 0;
  let count = 0;
  const change = (at: number, by: number) => {
    if (count > 0 && at > since) {
      load.push({ from: since, to: at, count });
    }
    since = at;
    count += by;
  };
  const starting = occupancies.toSorted((a, b) => a.from - b.from);
  let next = 0;
  for (const ending of occupancies.toSorted((a, b) => a.to - b.to)) {
    for (let start = starting[next]; start && start.from < ending.to; start = starting[++next]) {
      change(start.from, start.count);
    }
    change(ending.to, -ending.count);
  }
  return load;
}

/**
 * The most people that are there at any one instant of `within`; what a resource's capacity bounds (spec, Bookings).
 * @param occupancies in any order; those outside `within` do not matter.
 */
export function peak(occupancies: readonly Occupancy[], within: Interval): number {
  const overlapping = occupancies.filter(({ from, to }) => from < within.to && to > within.from);
  return peakOf(loadOf(overlapping), within);
}

/** The peak of a load in one window, found by binary search: unlike peakReader, it takes windows in any order. */
export function peakOf(load: Load, { from, to }: Interval): number {
  let low = 0;
  let high = load.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((load[middle]?.to ?? Number.POSITIVE_INFINITY) <= from) low = middle + 1;
    else high = middle;
  }
  let highest = 0;
  for (let next = load[low]; next && next.from < to; next = load[++low]) highest = Math.max(highest, next.count);
  return highest;
}

/**
 * Reads the peak of one window after the other; all of them together take one pass over the load.
 * @returns a function of windows that never go back: neither `from` nor `to` before those of the call before.
 */
export function peakReader(load: Load): (window: Interval) => number {
  // Of what the window has reached, only what nothing later exceeds: so the first is the highest.
  const candidates: Occupancy[] = [];
  let first = 0;
  let next = 0;
  return ({ from, to }) => {
    for (let entering = load[next]; entering && entering.from < to; entering = load[++next]) {
      while (candidates.length > first && (candidates.at(-1)?.count ?? 0) <= entering.count) {
        candidates.pop();
      }
      candidates.push(entering);
    }
    let highest = candidates[first];
    while (highest && highest.to <= from) {
      highest = candidates[++first];
    }
    return highest?.count ?? 0;
  };
}

/**
 * Finds when at least `needed` of the capacity is free, in one open time after the other; all of them together take one
 * pass over the load.
 * @returns a function of intervals that ascend without overlaps; it answers with the free stretches of each, ascending.
 */
export function freeReader(load: Load, capacity: number, needed: number): (open: Interval) => Interval[] {
  const room = capacity - needed;
  if (room < 0) {
    return () => [];
  }
  const full = load.filter(({ count }) => count > room);
  let next = 0;
  return ({ from, to }) => {
    const stretches: Interval[] = [];
    let start = from;
    for (let taken = full[next]; taken && taken.from < to; taken = full[++next]) {
      if (taken.from > start) {
        stretches.push({ from: start, to: taken.from });
      }
      start = Math.max(start, taken.to);
      if (taken.to > to) {
        break; // It may reach into the next one too.
      }
    }
    if (start < to) {
      stretches.push({ from: start, to });
    }
    return stretches;
  };
}
