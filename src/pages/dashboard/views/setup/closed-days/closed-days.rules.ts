import { addDays, daysFrom, isDate } from '../../../dates.js';

/** An entry of the closed days of the account. */
export interface ClosedDay {
  from: string;
  to: string;
  reason: string | null;
  repeatsYearly: boolean;
}

/** An entry with the dates of its next time; with those of its last one if it is over. */
export interface DatedEntry {
  entry: ClosedDay;
  from: string;
  to: string;
  /** The number of days from the first to the last. */
  days: number;
}

/** An entry of 29 February alone returns after eight years at the latest, as in 1904 after 1896. */
const maxYearsAhead = 8;

/** Returns the entries that are not over on a date, the next one first, and those that are over, the latest first. */
export function byDate(entries: readonly ClosedDay[], today: string): { coming: DatedEntry[]; past: DatedEntry[] } {
  const dated = entries
    .map((entry) => ({ entry, ...nextTime(entry, today) }))
    .map((one) => ({ ...one, days: daysFrom(one.from, one.to) }))
    .toSorted((a, b) => Number(a.from > b.from) - Number(a.from < b.from));
  return { coming: dated.filter(({ to }) => to >= today), past: dated.filter(({ to }) => to < today).toReversed() };
}

function nextTime({ from, to, repeatsYearly }: ClosedDay, today: string): { from: string; to: string } {
  if (!repeatsYearly || to >= today) return { from, to };
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  const current = Number(today.slice(0, 4));
  const times = Array.from({ length: maxYearsAhead + 2 }, (_, index) => current - 1 + index).map((year) => ({
    from: inYear(year, from, 'first'),
    to: inYear(year + years, to, 'last'),
  }));
  return times.find((time) => time.from <= time.to && time.to >= today) ?? { from, to };
}

/** Returns a date in another year. Without 29 February, days that begin on it begin later, and days that end on it end earlier. */
function inYear(year: number, date: string, end: 'first' | 'last'): string {
  const same = `${String(year).padStart(4, '0')}${date.slice(4)}`;
  if (isDate(same)) return same;
  return addDays(`${same.slice(0, 4)}-02-28`, end === 'first' ? 1 : 0);
}
