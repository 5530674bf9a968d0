import { addDays } from '../dates.js';

/**
 * The hours of a resource on a date, as pairs of opening and closing times such as `09:00`. From `24:00` to `36:00`, they
 * are times of the next date.
 */
export interface DayHours {
  resourceId: number;
  date: string;
  openingHours: readonly string[] | null;
}

/** A period on the wall clock of the account, such as `2026-03-03T10:00:00`. */
export interface WallPeriod {
  start: string;
  end: string;
}

/** Returns the parts of a period in which a resource is closed. `hours` has its hours on the dates of the period and the one before. */
export function closedPeriods(during: WallPeriod, hours: readonly DayHours[]): WallPeriod[] {
  const closed: WallPeriod[] = [];
  let start = during.start;
  for (const open of hours.flatMap(openPeriods).sort((a, b) => a.start.localeCompare(b.start))) {
    if (open.end <= start || open.start >= during.end) continue;
    if (open.start > start) closed.push({ start, end: open.start });
    start = open.end;
  }
  if (start < during.end) closed.push({ start, end: during.end });
  return closed;
}

function openPeriods({ date, openingHours }: DayHours): WallPeriod[] {
  const pairs = openingHours ?? [];
  const open: WallPeriod[] = [];
  for (let index = 0; index + 1 < pairs.length; index += 2) {
    const [from = '', to = ''] = pairs.slice(index, index + 2);
    open.push({ start: wallTimeOn(date, from), end: wallTimeOn(date, to) });
  }
  return open;
}

/** The wall-clock time of a time of opening hours: 26:00 is 02:00 of the next date. */
export function wallTimeOn(date: string, time: string): string {
  const hour = Number(time.slice(0, 2));
  const clock = `${String(hour % 24).padStart(2, '0')}${time.slice(2)}`;
  return `${addDays(date, Math.floor(hour / 24))}T${clock}:00`;
}

/** Returns the days whose day before is there, too: its hours may pass midnight. */
export function wholeDays(hours: readonly DayHours[]): DayHours[] {
  const keyOf = ({ resourceId }: DayHours, date: string) => `${resourceId} ${date}`;
  const known = new Set(hours.map((day) => keyOf(day, day.date)));
  return hours.filter((day) => known.has(keyOf(day, addDays(day.date, -1))));
}

/** Whether a resource is open for the whole period. `hours` has its hours on the dates of the period and the one before. */
export function isOpenDuring(period: WallPeriod, hours: readonly DayHours[]): boolean {
  return closedPeriods(period, hours).length === 0;
}
