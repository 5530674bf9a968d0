import type { FieldErrors } from '../../platform/errors.js';
import { daysBetween, type PlainDate } from '../../platform/time/plain-date.js';
import type { AccountAttributes } from '../context.js';
import { isSupportedDate } from '../records/period.input.js';
import { hasControls } from '../text/contact-details.js';
import type { ClosedDay, ClosedDayInput } from './closed-day.type.js';

const maxClosedDays = 200;
const maxReasonLength = 255;
/** The most days from the first to the last date. */
const maxSpan = 366;
/** A yearly repetition of more days would overlap itself in some years. */
const maxYearlySpan = 364;

/** Returns entries as they are stored: by date, with their defaults. */
export function toClosedDays(given: readonly ClosedDayInput[]): ClosedDay[] {
  return given.map(toClosedDay).toSorted((a, b) => Number(a.from > b.from) - Number(a.from < b.from));
}

function toClosedDay({ from, to, reason, repeatsYearly }: ClosedDayInput): ClosedDay {
  return { from, to: to ?? from, reason: reason?.trim() || null, repeatsYearly: repeatsYearly ?? false };
}

/** Returns the error of the first invalid entry, which the last message names by its place in the request and its date. */
export function validateClosedDays(given: readonly ClosedDayInput[]): FieldErrors {
  if (given.length > maxClosedDays) return { closedDays: [`is too long (maximum is ${maxClosedDays} items)`] };
  for (const [index, day] of given.entries()) {
    const problem = problemOf(toClosedDay(day));
    if (problem !== undefined) {
      return { closedDays: ['is invalid', problem, `in item ${index + 1} (${day.from})`] };
    }
  }
  return {};
}

function problemOf({ from, to, reason, repeatsYearly }: ClosedDay): string | undefined {
  if (!isSupportedDate(from) || !isSupportedDate(to)) return 'dates must be in the years 1900 to 2200';
  if (to < from) return 'to must not be before from';
  const span = daysBetween(from, to);
  if (repeatsYearly && span > maxYearlySpan) return 'dates that repeat yearly must last less than a year';
  if (span > maxSpan) return `to must be at most ${maxSpan} days after from`;
  if (reason !== null && reason.length > maxReasonLength) {
    return `reason is too long (maximum is ${maxReasonLength} characters)`;
  }
  return reason !== null && hasControls(reason) ? 'reason must be one line of text' : undefined;
}

/** Returns the entry that closes a date, the first one if there are several. */
export function closedDayOn(date: PlainDate, days: AccountAttributes['closedDays']): ClosedDay | undefined {
  return days.find((day) => closes(day, date));
}

/** Compares month and day as text. So 29 February repeats only in years that have it. */
function closes({ from, to, repeatsYearly }: ClosedDay, date: PlainDate): boolean {
  if (date < from) return false;
  if (!repeatsYearly) return date <= to;
  const day = dayOfYear(date);
  const [isAfterStart, isBeforeEnd] = [dayOfYear(from) <= day, day <= dayOfYear(to)];
  const endsInSameYear = from.slice(0, 4) === to.slice(0, 4);
  return endsInSameYear ? isAfterStart && isBeforeEnd : isAfterStart || isBeforeEnd;
}

/** The part of a date after its year, such as `12-24`. */
const dayOfYear = (date: PlainDate): string => date.slice(5);
