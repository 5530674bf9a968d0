import { DateTime } from 'luxon';

/** A minute on the wall clock of a time zone, computed by luxon. */
export interface WallMinute {
  instant: number;
  date: string;
  /** The local date and time, in minutes since 1970-01-01 00:00 local time. */
  wall: number;
  /** The label of the bucket that contains the minute, by dimension. */
  labels: Record<'DAY' | 'WEEK' | 'MONTH' | 'WEEKDAY' | 'HOUR_OF_DAY', string>;
}

const msPerMinute = 60_000;
const cache = new Map<string, readonly WallMinute[]>();

/** Lists the minutes of the day before a date, of so many days from it, and of the day after them. */
export function wallMinutes(zone: string, date: string, days: number): readonly WallMinute[] {
  const key = `${zone} ${date} ${days}`;
  const known = cache.get(key);
  if (known) return known;
  const start = DateTime.fromISO(date, { zone }).minus({ days: 1 }).startOf('day').toMillis();
  const quarters = Array.from({ length: (days + 2) * 96 }, (_, index) => start + 15 * index * msPerMinute);
  const minutes = quarters.flatMap((quarter) => minutesOf(quarter, zone));
  cache.set(key, minutes);
  return minutes;
}

/** Calls luxon only once per quarter of an hour, because offsets change only at the beginning of one. */
function minutesOf(quarter: number, zone: string): WallMinute[] {
  const time = DateTime.fromMillis(quarter, { zone });
  const date = time.toISODate() ?? '';
  const labels = {
    DAY: date,
    WEEK: `${time.weekYear}-${time.weekNumber}`,
    MONTH: `${time.year}-${time.month}`,
    WEEKDAY: String(time.weekday - 1),
    HOUR_OF_DAY: String(time.hour),
  };
  const wall = quarter / msPerMinute + time.offset;
  return Array.from({ length: 15 }, (_, index) => ({
    ...{ instant: quarter + index * msPerMinute, date, wall: wall + index, labels },
  }));
}

const dates = new WeakMap<readonly WallMinute[], ReadonlyMap<string, readonly WallMinute[]>>();

/** Groups the minutes by date, without the last 48 hours, because the hours of a date may end on the next one. */
export function datesOf(minutes: readonly WallMinute[]): ReadonlyMap<string, readonly WallMinute[]> {
  const known = dates.get(minutes) ?? Map.groupBy(minutes.slice(0, -2880), ({ date }) => date);
  dates.set(minutes, known);
  return known;
}

const instants = new WeakMap<readonly WallMinute[], Map<number, number>>();

/** Returns the first instant at which the wall clock shows a time. A time that the clock skips is moved forward by the gap. */
export function instantOf(minutes: readonly WallMinute[], date: string, minuteOfDay: number): number {
  const wanted = Date.parse(date) / msPerMinute + minuteOfDay;
  const known = instants.get(minutes) ?? new Map<number, number>();
  instants.set(minutes, known);
  const instant = known.get(wanted) ?? search(minutes, wanted);
  known.set(wanted, instant);
  return instant;
}

function search(minutes: readonly WallMinute[], wanted: number): number {
  const next = minutes.findIndex(({ wall }) => wall >= wanted);
  const [before, found] = [minutes[next - 1], minutes[next]];
  if (found?.wall === wanted) return found.instant;
  if (!before) throw new Error(`${wanted} is not among the minutes`);
  return before.instant + (wanted - before.wall) * msPerMinute;
}
