import type { Interval } from '../../platform/time/interval.js';

/** An interval during which `count` people occupy a resource. */
export interface Occupancy extends Interval {
  readonly count: number;
}

/** The total occupancy over time: ascending intervals without overlaps. Free times are left out. */
export type Load = readonly Occupancy[];

/** Sums the counts of occupancies over time. */
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
 * Returns the maximum number of people at any instant of `within`, which a resource's capacity limits (spec, Bookings).
 *
 * @param occupancies in any order; those outside `within` are ignored
 */
export function peak(occupancies: readonly Occupancy[], within: Interval): number {
  const overlapping = occupancies.filter(({ from, to }) => from < within.to && to > within.from);
  return peakOf(loadOf(overlapping), within);
}

/** Returns the peak of a load in one window, by binary search. Unlike peakReader, it takes windows in any order. */
export function peakOf(load: Load, { from, to }: Interval): number {
  let highest = 0;
  let index = firstEndingAfter(load, from);
  for (let next = load[index]; next && next.from < to; next = load[++index]) highest = Math.max(highest, next.count);
  return highest;
}

/** Returns the index of the first of the intervals, with ascending ends, that ends after an instant. */
export function firstEndingAfter(intervals: readonly Interval[], instant: number): number {
  let low = 0;
  let high = intervals.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((intervals[middle]?.to ?? Number.POSITIVE_INFINITY) <= instant) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Returns a function that finds the peak of a sliding window, with one pass over the load for all windows.
 *
 * @returns a function whose successive windows must not decrease in `from` or `to`
 */
export function peakReader(load: Load): (window: Interval) => number {
  // A monotonic queue of the occupancies that the window has reached: counts decrease, so the first is the highest.
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
 * Returns a function that finds when at least `needed` of the capacity is free.
 *
 * @param buffers the times before and after a new booking that must be free, too: a booking within a free part has them
 * @returns a function that returns the free parts of an open interval. Intervals may come in any order and overlap
 */
export function freeReader(
  load: Load,
  capacity: number,
  needed: number,
  buffers: Buffers = noBuffers,
): (open: Interval) => Interval[] {
  const room = capacity - needed;
  if (room < 0) return () => [];
  const full = load.flatMap((occupied) => (occupied.count > room ? blockedTime(occupied, buffers) : []));
  return ({ from, to }) => {
    const stretches: Interval[] = [];
    let start = from;
    let index = firstEndingAfter(full, from);
    for (let taken = full[index]; taken && taken.from < to; taken = full[++index]) {
      if (taken.from > start) stretches.push({ from: start, to: taken.from });
      start = Math.max(start, taken.to);
    }
    if (start < to) stretches.push({ from: start, to });
    return stretches;
  };
}

const msPerMinute = 60_000;

/** The minutes before and after a booking or event that its resource is kept free. */
export interface Buffers {
  readonly bufferBefore: number;
  readonly bufferAfter: number;
}

export const noBuffers: Buffers = { bufferBefore: 0, bufferAfter: 0 };

/** Returns the buffers of a service; none without a service. */
export function buffersOf(service: Buffers | null | undefined): Buffers {
  return service ? { bufferBefore: service.bufferBefore, bufferAfter: service.bufferAfter } : noBuffers;
}

/** The values that a resource has of its own for a service. Null means that of the service. */
export interface ResourceTerms {
  /** In minutes. */
  readonly interval: number | null;
  /** The price of one person. */
  readonly price: string | null;
  readonly bufferBefore: number | null;
  readonly bufferAfter: number | null;
}

/** The length of a slot and the buffers, in minutes. */
export interface SlotTerms extends Buffers {
  readonly interval: number;
}

/** Returns the terms; undefined if all are those of the service. */
export function resourceTermsOf(terms: ResourceTerms): ResourceTerms | undefined {
  const { interval, price, bufferBefore, bufferAfter } = terms;
  const isOwn = [interval, price, bufferBefore, bufferAfter].some((value) => value !== null);
  return isOwn ? { interval, price, bufferBefore, bufferAfter } : undefined;
}

/** Returns the length and the buffers of a service with a resource. */
export function slotTermsOf(service: SlotTerms, terms: ResourceTerms | undefined): SlotTerms {
  return {
    interval: terms?.interval ?? service.interval,
    bufferBefore: terms?.bufferBefore ?? service.bufferBefore,
    bufferAfter: terms?.bufferAfter ?? service.bufferAfter,
  };
}

/** Returns the buffers of a service with a resource; none without a service. */
export function buffersWith(service: SlotTerms | null | undefined, terms: ResourceTerms | undefined): Buffers {
  return buffersOf(service ? slotTermsOf(service, terms) : null);
}

/** Returns the time that a resource is occupied, from the buffer before to the buffer after. */
export function occupiedTime({ from, to }: Interval, { bufferBefore, bufferAfter }: Buffers): Interval {
  return { from: from - bufferBefore * msPerMinute, to: to + bufferAfter * msPerMinute };
}

/** Returns the time that a booking with these buffers cannot overlap while a time is occupied: its buffers need room, too. */
export function blockedTime(occupied: Interval, { bufferBefore, bufferAfter }: Buffers): Interval {
  return occupiedTime(occupied, { bufferBefore: bufferAfter, bufferAfter: bufferBefore });
}
