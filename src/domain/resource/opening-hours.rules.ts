import { type PlainDate, weekdayOf } from '../../platform/time/plain-date.js';
import { formatWallTime, parseWallTime } from '../../platform/time/wall-time.js';
import { union } from '../interval.rules.js';

/** A flat list of opening and closing times, `HH:MM`; empty is closed, null is no entry (spec, Opening hours array). */
export type OpeningHours = readonly string[] | null;

/** Seven entries, Monday first. */
export type HoursOfWeek = readonly OpeningHours[];

/** Open from `from` up to `to`: minutes on the wall clock since 00:00, 0 to 1440. */
export interface Minutes {
  readonly from: number;
  readonly to: number;
}

/** All that has a say in when a resource is open, and for which service. */
export interface HoursSource {
  /** Null or absent: the resource's hours whatever the service; exceptions tied to a service do not count then. */
  readonly serviceId?: number | null;
  /** The resource's exception dates, of any date and service. */
  readonly exceptions: readonly HoursException[];
  /** Null when the provider's hours are not considered (`availability_type` resource). */
  readonly providerHours: HoursOfWeek | null;
  readonly resourceHours: HoursOfWeek;
}

/** A resource exception date; without a service it holds for all of them. */
export interface HoursException {
  readonly date: PlainDate;
  readonly serviceId: number | null;
  readonly openingHours: OpeningHours;
}

const MAX_TIMES = 48;

/**
 * Opening hours in the form in which they are stored: `HH:MM`, and pairs that touch made one.
 * @returns undefined when they are not valid: a time that is none, an odd number of them, over 48, a pair that
 * does not close after it opens, or pairs out of order or overlapping (spec, Slots).
 */
export function normalizeOpeningHours(times: readonly string[]): string[] | undefined {
  if (times.length > MAX_TIMES) {
    return undefined;
  }
  return readPairs(times)?.flatMap(({ from, to }) => [formatWallTime(from), formatWallTime(to)]);
}

/**
 * The entry that decides when a resource is open on a date: of the exception date for the service, the one without
 * service, the provider's weekday and the resource's, the first that is not null (spec, Slots).
 */
export function openingHoursOn(date: PlainDate, source: HoursSource): OpeningHours {
  const weekday = weekdayOf(date);
  return exceptionHoursOn(date, source) ?? source.providerHours?.[weekday] ?? source.resourceHours[weekday] ?? null;
}

/** When a resource is open on a date: ascending, apart from each other; empty when closed. */
export function hoursOn(date: PlainDate, source: HoursSource): Minutes[] {
  return minutesOf(openingHoursOn(date, source));
}

/** Stored hours in minutes: ascending, apart from each other; empty when closed. */
export function minutesOf(hours: OpeningHours): Minutes[] {
  return readPairs(hours ?? []) ?? [];
}

/** Whether an exception date with hours decides: it opens a date that a holiday closes (spec, Slots). */
export function hasExceptionHours(date: PlainDate, source: HoursSource): boolean {
  return (exceptionHoursOn(date, source) ?? []).length > 0;
}

function exceptionHoursOn(date: PlainDate, { exceptions, serviceId = null }: HoursSource): OpeningHours {
  const entries = exceptions.filter((exception) => exception.date === date && exception.openingHours);
  const deciding =
    entries.find((exception) => exception.serviceId === serviceId) ??
    entries.find((exception) => exception.serviceId === null);
  return deciding?.openingHours ?? null;
}

function readPairs(times: readonly string[]): Minutes[] | undefined {
  const pairs: Minutes[] = [];
  let closed = 0;
  for (let index = 0; index < times.length; index += 2) {
    const from = parseWallTime(times[index] ?? '');
    const to = parseWallTime(times[index + 1] ?? '');
    if (from === undefined || to === undefined || from < closed || to <= from) {
      return undefined;
    }
    pairs.push({ from, to });
    closed = to;
  }
  return union(pairs);
}
