/**
 * A calendar date without time or zone, written `YYYY-MM-DD`, year 0001 to 9999. Dates in this form compare
 * chronologically with `<` and `===`.
 */
export type PlainDate = string;

const isoDatePattern = /^(\d{4})-(\d\d)-(\d\d)$/;
const dottedDatePattern = /^(\d\d)\.(\d\d)\.(\d{4}|\d\d)$/;

/** The last two-digit year of this century. '69' to '99' are 1969 to 1999, as in POSIX. */
const lastShortYear = 68;

/** The cache of formatted dates: a date is stored at its day modulo the size, a power of 2. Most dates used are close. */
const recentSize = 1024;
const recentDays: number[] = new Array(recentSize).fill(0);
const recentDates: (PlainDate | undefined)[] = new Array(recentSize).fill(undefined);

const firstDay = epochDayFrom(1, 1, 1);
const lastDay = epochDayFrom(9999, 12, 31);

/**
 * Parses `YYYY-MM-DD`, `DD.MM.YYYY` or `DD.MM.YY` (spec, Dates).
 * @returns undefined if the text has another form, or the date does not exist
 */
export function parsePlainDate(text: string): PlainDate | undefined {
  const iso = isoDatePattern.exec(text);
  if (iso) return plainDateFrom(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const dotted = dottedDatePattern.exec(text);
  return dotted ? plainDateFrom(fullYear(dotted[3] ?? ''), Number(dotted[2]), Number(dotted[1])) : undefined;
}

/** Adds days, which may be negative. @throws RangeError outside the years 0001 to 9999 */
export function addDays(date: PlainDate, days: number): PlainDate {
  return dateOfEpochDay(epochDayOf(date) + days);
}

/** Adds months, which may be negative. A day that the month does not have becomes its last one. @throws RangeError like `addDays` */
export function addMonths(date: PlainDate, months: number): PlainDate {
  const since = digitsAt(date, 0, 4) * 12 + digitsAt(date, 5, 7) - 1 + months;
  const [year, month] = [Math.floor(since / 12), (since % 12) + 1];
  const first = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`;
  return addDays(first, Math.min(digitsAt(date, 8, 10), daysInMonth(year, month)) - 1);
}

/** Returns the days from `from` to `to`; negative if `to` is earlier. */
export function daysBetween(from: PlainDate, to: PlainDate): number {
  return epochDayOf(to) - epochDayOf(from);
}

/** Returns 0 for Monday to 6 for Sunday. */
export function weekdayOf(date: PlainDate): number {
  // 0001-01-01 was a Monday.
  return (epochDayOf(date) - firstDay) % 7;
}

/** Returns the first date of the week, which begins on Monday. */
export function startOfWeek(date: PlainDate): PlainDate {
  return addDays(date, -weekdayOf(date));
}

/** Returns the last date of the month. */
export function endOfMonth(date: PlainDate): PlainDate {
  return date.slice(0, 8) + daysInMonth(digitsAt(date, 0, 4), digitsAt(date, 5, 7));
}

/** Lists the dates from `from` to `to`, inclusive; none if `to` is earlier. */
export function datesBetween(from: PlainDate, to: PlainDate): PlainDate[] {
  const first = epochDayOf(from);
  return Array.from({ length: Math.max(0, epochDayOf(to) - first + 1) }, (_, index) => dateOfEpochDay(first + index));
}

/** Returns the days since 1970-01-01. Reads only the first ten characters, so that a time may follow. */
export function epochDayOf(date: PlainDate): number {
  return epochDayFrom(digitsAt(date, 0, 4), digitsAt(date, 5, 7), digitsAt(date, 8, 10));
}

/** The inverse of `epochDayOf`. @throws RangeError outside the years 0001 to 9999 */
export function dateOfEpochDay(epochDay: number): PlainDate {
  const slot = epochDay & (recentSize - 1);
  const recent = recentDates[slot];
  if (recent !== undefined && recentDays[slot] === epochDay) return recent;
  const date = computedDate(epochDay);
  recentDays[slot] = epochDay;
  recentDates[slot] = date;
  return date;
}

function computedDate(epochDay: number): PlainDate {
  if (!(epochDay >= firstDay && epochDay <= lastDay)) {
    throw new RangeError(`No date is ${epochDay} days from 1970-01-01`);
  }
  // Howard Hinnant's civil_from_days: years that begin in March, counted from 0000-03-01, in eras of 400 years.
  const days = epochDay + 719_468;
  const era = Math.floor(days / 146_097);
  const dayOfEra = days - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  return written(era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, day);
}

/** Howard Hinnant's days_from_civil. */
function epochDayFrom(year: number, month: number, day: number): number {
  const marchYear = month <= 2 ? year - 1 : year;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  return marchYear * 365 + leapDays + dayOfYear - 719_468;
}

function plainDateFrom(year: number, month: number, day: number): PlainDate | undefined {
  const real = year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
  return real ? written(year, month, day) : undefined;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function fullYear(text: string): number {
  const year = Number(text);
  if (text.length === 4) return year;
  return year > lastShortYear ? 1900 + year : 2000 + year;
}

function written(year: number, month: number, day: number): PlainDate {
  const padding = year >= 1000 ? '' : '0'.repeat(4 - String(year).length);
  return `${padding}${year}${month < 10 ? '-0' : '-'}${month}${day < 10 ? '-0' : '-'}${day}`;
}

/** Parses the ASCII digits from index `from` up to but not including `to`. Does not check that they are digits. */
export function digitsAt(text: string, from: number, to: number): number {
  let value = 0;
  for (let index = from; index < to; index++) {
    value = value * 10 + text.charCodeAt(index) - 48;
  }
  return value;
}
