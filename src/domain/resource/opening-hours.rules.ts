import type { FieldErrors } from '../../platform/errors.js';
import { union } from '../../platform/time/interval.js';
import { daysBetween, type PlainDate, weekdayOf } from '../../platform/time/plain-date.js';
import { formatWallTime, lastMinuteOfHours, parseWallTime } from '../../platform/time/wall-time.js';

/**
 * A flat list of opening and closing times, `HH:MM`. Empty means closed, null no entry (spec, Opening hours array). Hours
 * that pass midnight are stored and returned with times from 24:00 to 36:00, and belong to the day on which they begin.
 */
export type OpeningHours = readonly string[] | null;

/** Seven entries, Monday first. */
export type HoursOfWeek = readonly OpeningHours[];

/** Open from `from` up to, but not including, `to`, in wall-clock minutes since 00:00, 0 to 2160. From 1440 on, on the next date. */
export interface Minutes {
  readonly from: number;
  readonly to: number;
}

/** The entries from which a resource's hours on a date are derived. */
export interface HoursSource {
  /** Null or absent: exceptions of single services are ignored. */
  readonly serviceId?: number | null;
  /** The resource's exception dates, of any date and service. */
  readonly exceptions: readonly HoursException[];
  /** The resource's rotas, of which at most one is valid on a date. Null or absent if the resource has none. */
  readonly rotas?: readonly RotaHours[] | null;
  /** The approved time off of the resource. Null or absent if it has none. */
  readonly timeOff?: readonly TimeOffHours[] | null;
  /** Null if the provider's hours are ignored (`availability_type` resource). */
  readonly providerHours: HoursOfWeek | null;
  readonly resourceHours: HoursOfWeek;
}

/** A resource exception date. Without a service it applies to all services. */
export interface HoursException {
  readonly date: PlainDate;
  readonly serviceId: number | null;
  readonly openingHours: OpeningHours;
}

/** A rota: hours by week that repeat in a cycle, valid on a range of dates. */
export interface RotaHours {
  readonly validFrom: PlainDate;
  /** The last date on which it is valid. Null means without end. */
  readonly validTo: PlainDate | null;
  /** The Monday of a first week of the cycle, before or after `validFrom`. */
  readonly startsOn: PlainDate;
  /** The weeks of the cycle, at least one. */
  readonly weeks: readonly HoursOfWeek[];
}

/** Time off of a resource: whole dates, or hours of one date. */
export interface TimeOffHours {
  readonly startsOn: PlainDate;
  /** The last date. */
  readonly endsOn: PlainDate;
  /** Both are null for whole dates. As opening hours, they belong to the date on which the hours begin. */
  readonly fromTime: string | null;
  readonly toTime: string | null;
}

const maxTimes = 48;
const midnight = 1440;

/**
 * Converts opening hours to the stored form: `HH:MM`, ascending, with adjacent pairs joined. A closing that is before its
 * opening is one of the next day: 18:00, 02:00 becomes 18:00, 26:00. The ascending form needs no such rule to be read.
 *
 * @returns undefined if the hours are invalid, for the reasons of `problemsOfHours`
 */
export function normalizeOpeningHours(times: readonly string[]): string[] | undefined {
  const pairs = readGiven(times);
  return 'problem' in pairs ? undefined : toTimes(pairs);
}

const toTimes = (pairs: readonly Minutes[]): string[] =>
  pairs.flatMap(({ from, to }) => [formatWallTime(from), formatWallTime(to)]);

/** Returns the messages about opening hours that cannot be stored, which say what is accepted; empty if they can. */
export function problemsOfHours(times: readonly string[]): string[] {
  const pairs = readGiven(times);
  return 'problem' in pairs ? ['is invalid', pairs.problem] : [];
}

/**
 * Returns the hours of a date from the first entry that is not null: the exception date for the service, the exception
 * date for all services, the rota that is valid on the date, the provider's weekday, the resource's weekday (spec, Slots).
 * Time off closes them, whichever entry they are from.
 */
export function openingHoursOn(date: PlainDate, source: HoursSource): OpeningHours {
  const hours = hoursBeforeTimeOff(date, source);
  return source.timeOff && hours ? withoutTimeOff(date, hours, source.timeOff) : hours;
}

function hoursBeforeTimeOff(date: PlainDate, source: HoursSource): OpeningHours {
  const weekday = weekdayOf(date);
  return (
    exceptionHoursOn(date, source) ??
    rotaHoursOn(date, source) ??
    source.providerHours?.[weekday] ??
    source.resourceHours[weekday] ??
    null
  );
}

function withoutTimeOff(date: PlainDate, hours: readonly string[], timeOff: readonly TimeOffHours[]): OpeningHours {
  const ofDate = timeOff.filter(({ startsOn, endsOn }) => startsOn <= date && date <= endsOn);
  if (ofDate.length === 0) return hours;
  const open = ofDate.map(minutesOfTimeOff).reduce<readonly Minutes[]>(
    (parts, off) =>
      parts
        .flatMap(({ from, to }) => [
          { from, to: Math.min(to, off.from) },
          { from: Math.max(from, off.to), to },
        ])
        .filter(({ from, to }) => from < to),
    minutesOf(hours),
  );
  return toTimes(open);
}

/** Returns which minutes of each of its dates time off takes. Whole dates have no end: the hours of a date may pass midnight. */
export function minutesOfTimeOff({ fromTime, toTime }: Pick<TimeOffHours, 'fromTime' | 'toTime'>): Minutes {
  const minuteOf = (time: string | null): number | undefined => parseWallTime(time ?? '', lastMinuteOfHours);
  return { from: minuteOf(fromTime) ?? 0, to: minuteOf(toTime) ?? lastMinuteOfHours };
}

/** Converts stored hours to minutes, ascending and without overlaps; empty if closed. */
export function minutesOf(hours: OpeningHours): readonly Minutes[] {
  const pairs = readPairs(hours ?? []);
  return 'problem' in pairs ? [] : pairs;
}

/** Returns whether an exception date opens the resource. Such an exception overrides a holiday (spec, Slots). */
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

function rotaHoursOn(date: PlainDate, { rotas }: HoursSource): OpeningHours {
  const rota = rotas?.find(({ validFrom, validTo }) => validFrom <= date && (validTo === null || date <= validTo));
  return rota?.weeks[weekOfCycle(date, rota)]?.[weekdayOf(date)] ?? null;
}

/**
 * Returns the index of the week of a rota's cycle in which a date lies. Counts whole weeks of plain dates from `startsOn`,
 * also backwards. Numbers of ISO weeks would repeat a week of the cycle after week 53, and a count of milliseconds would
 * err by a week next to clock changes.
 */
export function weekOfCycle(date: PlainDate, { startsOn, weeks }: Pick<RotaHours, 'startsOn' | 'weeks'>): number {
  const cycle = 7 * weeks.length;
  const day = daysBetween(startsOn, date) % cycle;
  return Math.floor(((day + cycle) % cycle) / 7);
}

function readGiven(times: readonly string[]): Minutes[] | { problem: string } {
  return times.length > maxTimes ? { problem: `must have at most ${maxTimes} times` } : readPairs(times);
}

function readPairs(times: readonly string[]): Minutes[] | { problem: string } {
  const pairs: Minutes[] = [];
  let closed = 0;
  for (let index = 0; index < times.length; index += 2) {
    const from = parseWallTime(times[index] ?? '', lastMinuteOfHours);
    const written = parseWallTime(times[index + 1] ?? '', lastMinuteOfHours);
    if (from === undefined || written === undefined) return { problem: problems.time };
    const to = written < from && from < midnight ? written + midnight : written;
    if (index === 0 && from >= midnight) return { problem: problems.late };
    if (from < closed || to < from) return { problem: problems.order };
    if (to === from) return { problem: problems.empty };
    if (to > lastMinuteOfHours) return { problem: problems.long };
    pairs.push({ from, to });
    closed = to;
  }
  return union(pairs);
}

const problems = {
  time: 'must be pairs of an opening and a closing such as 09:00, 17:00, or 18:00, 02:00 for a night',
  late: 'must open before 24:00: hours that begin after midnight belong to the next day',
  order: 'must be in order and must not overlap: after midnight, write 25:00 for 01:00',
  empty: 'must not close when it opens: write 00:00, 24:00 for a whole day',
  long: 'must close by 36:00, noon of the next day',
};

/** Opening hours by weekday, of a resource or provider: pairs of times, or null if the record has no hours of its own. */
export interface WeekHours {
  openingHoursMon: string[] | null;
  openingHoursTue: string[] | null;
  openingHoursWed: string[] | null;
  openingHoursThu: string[] | null;
  openingHoursFri: string[] | null;
  openingHoursSat: string[] | null;
  openingHoursSun: string[] | null;
}

export const weekdayAttributes = [
  'openingHoursMon',
  'openingHoursTue',
  'openingHoursWed',
  'openingHoursThu',
  'openingHoursFri',
  'openingHoursSat',
  'openingHoursSun',
] as const satisfies readonly (keyof WeekHours)[];

/** English names, for descriptions. */
export const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

export function hoursOfWeek(record: WeekHours): HoursOfWeek {
  return weekdayAttributes.map((attribute): OpeningHours => record[attribute]);
}

/** The first opening or last closing of a weekday, 0 for Monday. Deprecated, because it cannot express breaks. */
export type SpanAttribute = `open${number}` | `close${number}`;
export type WeekdaySpans = { readonly [Attribute in SpanAttribute]?: string | null };

export const openAttribute = (weekday: number): SpanAttribute => `open${weekday}`;
export const closeAttribute = (weekday: number): SpanAttribute => `close${weekday}`;

interface StoredHours {
  hours: Partial<WeekHours>;
  errors: FieldErrors;
}

/**
 * Converts the given opening hours to the stored form, with an error for each invalid attribute (spec, Slots).
 *
 * @param current the record's current hours
 * @param spans used for weekdays without `given` hours; a single end moves that end of the current hours
 */
export function toStoredHours(given: Partial<WeekHours>, current: WeekHours, spans: WeekdaySpans = {}): StoredHours {
  const hours: Partial<WeekHours> = {};
  const errors: FieldErrors = {};
  for (const [weekday, attribute] of weekdayAttributes.entries()) {
    const isSpan = given[attribute] === undefined;
    const times = isSpan ? hoursOfSpan(spans, weekday, current[attribute]) : given[attribute];
    if (times === undefined) continue;
    const stored = times && normalizeOpeningHours(times);
    if (stored !== undefined) hours[attribute] = stored;
    else errors[isSpan ? givenEnd(spans, weekday) : attribute] = problemsOfHours(times ?? []);
  }
  return { hours, errors };
}

/** Keeps breaks if only one end is given, and drops them if both are. A missing end is empty, which is invalid. */
function hoursOfSpan(spans: WeekdaySpans, weekday: number, current: OpeningHours): OpeningHours | undefined {
  const open = spans[openAttribute(weekday)];
  const close = spans[closeAttribute(weekday)];
  if (open === undefined && close === undefined) return undefined;
  const breaks = open === undefined || close === undefined ? (current ?? []).slice(1, -1) : [];
  const from = open === undefined ? current?.[0] : open;
  const to = close === undefined ? current?.at(-1) : close;
  return from || to ? [from ?? '', ...breaks, to ?? ''] : null;
}

const givenEnd = (spans: WeekdaySpans, weekday: number): SpanAttribute =>
  spans[closeAttribute(weekday)] === undefined ? openAttribute(weekday) : closeAttribute(weekday);
