import { closedPeriods, type DayHours, type WallPeriod } from '../../bookings/opening-hours.rules.js';
import { addDays } from '../../dates.js';

/** A time that takes places of a resource. */
export interface TakenTime extends WallPeriod {
  count: number;
}

/** The times of a resource on a date. Nothing overlaps. */
export interface ResourceDay {
  /** Open, and with room for somebody. */
  free: WallPeriod[];
  /** Open, and full. */
  full: WallPeriod[];
}

/** Returns when a resource has room on a date. @param hours those of the resource on the date and the one before */
export function resourceDayOf(
  date: string,
  capacity: number,
  hours: readonly DayHours[],
  taken: readonly TakenTime[],
): ResourceDay {
  const day = { start: `${date}T00:00:00`, end: `${addDays(date, 1)}T00:00:00` };
  const closed = closedPeriods(day, hours);
  const cuts = [day, ...closed, ...taken].flatMap(({ start, end }) => [start, end]);
  const instants = [...new Set(cuts)].filter((cut) => cut >= day.start && cut <= day.end).sort();
  const found: ResourceDay = { free: [], full: [] };
  for (const [index, start] of instants.slice(0, -1).entries()) {
    const end = instants[index + 1] ?? day.end;
    const covers = (period: WallPeriod): boolean => period.start <= start && end <= period.end;
    if (closed.some(covers)) continue;
    const people = taken.filter(covers).reduce((sum, { count }) => sum + count, 0);
    append(people < capacity ? found.free : found.full, { start, end });
  }
  return found;
}

/** Adds a period, or lengthens the last one, which it may meet. */
function append(periods: WallPeriod[], period: WallPeriod): void {
  const last = periods.at(-1);
  if (last?.end === period.start) last.end = period.end;
  else periods.push(period);
}
