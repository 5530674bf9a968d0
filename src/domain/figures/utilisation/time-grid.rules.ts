import type { Interval } from '../../../platform/time/interval.js';
import { type Buckets, bucketAt } from '../buckets.rules.js';

/** Slices are at most this long, so that the bookings of one are read and computed in milliseconds. */
const maxSliceDays = 31;
const msPerMinute = 60_000;
const msPerHour = 60 * msPerMinute;
const msPerDay = 24 * msPerHour;

/** A part of a period. Its time counts in the group of that index. */
export interface Cell extends Interval {
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
