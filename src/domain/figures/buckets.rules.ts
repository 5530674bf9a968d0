import type { Interval } from '../../platform/time/interval.js';
import { instantOf, wallOf } from '../../platform/time/period.js';
import {
  addDays,
  dateOfEpochDay,
  daysBetween,
  endOfMonth,
  epochDayOf,
  type PlainDate,
  weekdayOf,
} from '../../platform/time/plain-date.js';
import type { Zone } from '../../platform/time/zone.js';
import { type CalendarDimension, type ClockDimension, FigureComparison, FigureDimension } from './dimensions.js';

const msPerMinute = 60_000;
const minutesPerHour = 60;
const msPerDay = 24 * minutesPerHour * msPerMinute;

/** Buckets that follow each other. The key of a bucket is its position, counted from 1. */
interface CalendarBuckets {
  kind: 'calendar';
  /** The start of each bucket and the end of the last, ascending. A bucket of a compared period may be empty. */
  cuts: readonly number[];
}

/** Buckets that recur. The key is the hour, 0 to 23, or the weekday, 0 for Monday to 6 for Sunday. */
interface ClockBuckets {
  kind: 'clock';
  unit: 'hour' | 'weekday';
  /** The instants from which an offset of the zone applies, ascending. The first is the start of the period. */
  starts: readonly number[];
  /** Minutes east of UTC, from each start on. */
  offsets: readonly number[];
}

export type Buckets = CalendarBuckets | ClockBuckets;

/** A period whose figures are read: the requested one, or the one with which it is compared. */
export interface AlignedPeriod extends Interval {
  /** Returns the instant of this period that corresponds to one of the requested period. */
  align(epochMs: number): number;
}

export function requestedPeriod(period: Interval): AlignedPeriod {
  return { ...period, align: (epochMs) => epochMs };
}

/**
 * Returns the period with which a period is compared.
 *
 * Each limit of a bucket is moved on the wall clock, so that every bucket corresponds to one bucket and the sum of the
 * compared buckets is the compared total. A day of 23 hours corresponds to a whole day.
 */
export function comparedPeriod(period: Interval, comparison: FigureComparison, zone: Zone): AlignedPeriod {
  const move = movementOf(period, comparison, zone);
  const from = move(period.from);
  const to = comparison === FigureComparison.PREVIOUS_PERIOD ? period.from : Math.max(from, move(period.to));
  return { from, to, align: (epochMs) => Math.min(to, Math.max(from, move(epochMs))) };
}

function movementOf(period: Interval, comparison: FigureComparison, zone: Zone): AlignedPeriod['align'] {
  switch (comparison) {
    case FigureComparison.PREVIOUS_YEAR:
      return (epochMs) => {
        const { date, time } = pointOf(epochMs, zone);
        return instantAt({ date: yearBefore(date), time }, zone);
      };
    case FigureComparison.PREVIOUS_PERIOD: {
      const length = wallLength(period, zone);
      // A period within the hour that a clock change repeats may have no length on the wall clock.
      if (length <= 0) return (epochMs) => epochMs - (period.to - period.from);
      return (epochMs) => instantAt(pointAt(wallAt(pointOf(epochMs, zone)) - length), zone);
    }
  }
}

/** Returns the days of a period on the wall clock, with a fraction. */
export function wallDaysBetween(period: Interval, zone: Zone): number {
  return wallLength(period, zone) / msPerDay;
}

function wallLength({ from, to }: Interval, zone: Zone): number {
  return wallAt(pointOf(to, zone)) - wallAt(pointOf(from, zone));
}

/** A time on the wall clock. The start of a day is at 0, even if a clock change skips midnight. */
interface WallPoint {
  date: PlainDate;
  /** Milliseconds since midnight. */
  time: number;
}

function pointOf(epochMs: number, zone: Zone): WallPoint {
  const date = zone.dateAt(epochMs);
  return epochMs === zone.startOfDay(date) ? { date, time: 0 } : pointAt(wallOf(epochMs, zone));
}

function pointAt(wall: number): WallPoint {
  const day = Math.floor(wall / msPerDay);
  return { date: dateOfEpochDay(day), time: wall - day * msPerDay };
}

function wallAt({ date, time }: WallPoint): number {
  return epochDayOf(date) * msPerDay + time;
}

function instantAt(point: WallPoint, zone: Zone): number {
  return point.time === 0 ? zone.startOfDay(point.date) : instantOf(wallAt(point), zone);
}

/** Returns the same date of the year before; 1 March for 29 February. */
function yearBefore(date: PlainDate): PlainDate {
  const year = String(Number(date.slice(0, 4)) - 1).padStart(4, '0');
  return year + date.slice(4).replace('-02-29', '-03-01');
}

/** Returns the buckets of a dimension in the requested period. */
export function bucketsOf(dimension: CalendarDimension, period: Interval, zone: Zone): CalendarBuckets;
export function bucketsOf(dimension: ClockDimension, period: Interval, zone: Zone): ClockBuckets;
export function bucketsOf(dimension: CalendarDimension | ClockDimension, period: Interval, zone: Zone): Buckets {
  switch (dimension) {
    case FigureDimension.DAY:
    case FigureDimension.WEEK:
    case FigureDimension.MONTH:
      return { kind: 'calendar', cuts: cutsOf(dimension, period, zone) };
    case FigureDimension.HOUR_OF_DAY:
      return clockBuckets('hour', period, zone);
    case FigureDimension.WEEKDAY:
      return clockBuckets('weekday', period, zone);
  }
}

/** Returns the buckets of a period that correspond to those of the requested period. */
export function alignBuckets(buckets: Buckets, period: AlignedPeriod, zone: Zone): Buckets {
  if (buckets.kind === 'clock') return clockBuckets(buckets.unit, period, zone);
  return { kind: 'calendar', cuts: ascending(buckets.cuts.map(period.align)) };
}

/** A time that a clock change skips moves past the gap, beyond a later one that is directly after the gap. */
function ascending(cuts: readonly number[]): number[] {
  let last = Number.NEGATIVE_INFINITY;
  return cuts.map((cut) => {
    last = Math.max(last, cut);
    return last;
  });
}

/** Leaves out a date that the zone skips. */
function cutsOf(dimension: CalendarDimension, { from, to }: Interval, zone: Zone): number[] {
  const cuts = [from];
  let date = zone.dateAt(from);
  for (;;) {
    date = nextStart(dimension, date);
    const start = zone.startOfDay(date);
    if (start >= to) return [...cuts, to];
    if (start > (cuts.at(-1) ?? from)) cuts.push(start);
  }
}

function nextStart(dimension: CalendarDimension, date: PlainDate): PlainDate {
  switch (dimension) {
    case FigureDimension.DAY:
      return addDays(date, 1);
    case FigureDimension.WEEK:
      return addDays(date, 7 - weekdayOf(date));
    case FigureDimension.MONTH:
      return addDays(endOfMonth(date), 1);
  }
}

function clockBuckets(unit: ClockBuckets['unit'], { from, to }: Interval, zone: Zone): ClockBuckets {
  const offsets = zone.offsetsBetween(from, to);
  return {
    kind: 'clock',
    unit,
    starts: offsets.map((stretch) => stretch.from),
    offsets: offsets.map((stretch) => stretch.offset),
  };
}

/** Returns the key of the bucket of an instant in the period of the buckets. */
export function bucketAt(buckets: Buckets, epochMs: number): number {
  if (buckets.kind === 'calendar') return countUpTo(buckets.cuts, epochMs);
  const offset = buckets.offsets[countUpTo(buckets.starts, epochMs) - 1] ?? 0;
  return clockKey(buckets.unit, epochMs + offset * msPerMinute);
}

/** Counts the limits at or before an instant, as `width_bucket` does. */
function countUpTo(limits: readonly number[], epochMs: number): number {
  let low = 0;
  let high = limits.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((limits[middle] ?? Number.POSITIVE_INFINITY) <= epochMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

function clockKey(unit: ClockBuckets['unit'], wall: number): number {
  const { date, time } = pointAt(wall);
  return unit === 'weekday' ? weekdayOf(date) : Math.floor(time / (minutesPerHour * msPerMinute));
}

/** Lists the keys of the buckets in a period, ascending: all buckets that contain an instant of it. */
export function keysOf(buckets: Buckets, { to }: Interval): number[] {
  if (buckets.kind === 'calendar') return buckets.cuts.slice(1).map((_, index) => index + 1);
  const keys = new Set<number>();
  const step = buckets.unit === 'weekday' ? msPerDay : minutesPerHour * msPerMinute;
  for (const [index, start] of buckets.starts.entries()) {
    const offset = (buckets.offsets[index] ?? 0) * msPerMinute;
    const end = (buckets.starts[index + 1] ?? to) + offset;
    const first = start + offset;
    // All keys recur within a week.
    const last = Math.min(end, first + 7 * msPerDay);
    for (let at = Math.floor(first / step) * step; at < last; at += step) keys.add(clockKey(buckets.unit, at));
  }
  return [...keys].sort((a, b) => a - b);
}

/** Returns the part of the period in a bucket. */
export function intervalOf({ cuts }: CalendarBuckets, key: number): Interval {
  const from = cuts[key - 1];
  const to = cuts[key];
  if (from === undefined || to === undefined) throw new RangeError(`There is no bucket ${key}`);
  return { from, to };
}

/** Returns the written form of a day (`2026-03-02`), a week of ISO 8601 (`2026-W10`) or a month (`2026-03`). */
export function calendarLabel(dimension: CalendarDimension, date: PlainDate): string {
  switch (dimension) {
    case FigureDimension.DAY:
      return date;
    case FigureDimension.WEEK: {
      const thursday = addDays(date, 3 - weekdayOf(date));
      const year = thursday.slice(0, 4);
      const week = Math.floor(daysBetween(`${year}-01-01`, thursday) / 7) + 1;
      return `${year}-W${String(week).padStart(2, '0')}`;
    }
    case FigureDimension.MONTH:
      return date.slice(0, 7);
  }
}
