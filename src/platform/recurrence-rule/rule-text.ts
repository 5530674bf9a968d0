import { wallOf } from '../time/period.js';
import { epochDayOf, parsePlainDate } from '../time/plain-date.js';
import { isZone, type Zone, zoneOf } from '../time/zone.js';

const frequencies = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY'] as const;
const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

export type Frequency = (typeof frequencies)[number];

/** A wall-clock time in seconds since 1970-01-01 00:00, independent of any time zone. */
export type WallSecond = number;

export const secondsOfDay = 86_400;

/** A clock that instants are shown on and converted from: a zone of the IANA database, or one that a file defines. */
export type WallClock = Pick<Zone, 'offsetAt' | 'toEpoch'>;

/** A weekday, or its nth in the month or year. A negative nth counts from the end. */
export interface RuleDay {
  /** 0 = Monday to 6 = Sunday. */
  weekday: number;
  nth: number | undefined;
}

/** The range of each list (RFC 5545, 3.3.10), and whether negative numbers may count from the end. */
const lists = {
  BYMONTH: { min: 1, max: 12, fromEnd: false },
  BYWEEKNO: { min: 1, max: 53, fromEnd: true },
  BYYEARDAY: { min: 1, max: 366, fromEnd: true },
  BYMONTHDAY: { min: 1, max: 31, fromEnd: true },
  BYHOUR: { min: 0, max: 23, fromEnd: false },
  BYMINUTE: { min: 0, max: 59, fromEnd: false },
  BYSECOND: { min: 0, max: 59, fromEnd: false },
  BYSETPOS: { min: 1, max: 366, fromEnd: true },
} as const;

type ListName = keyof typeof lists;

/** A recurrence rule. Lists are sorted and without duplicates, and empty if the rule does not have them. */
export interface Rule extends Readonly<Record<ListName, readonly number[]>> {
  readonly frequency: Frequency;
  readonly interval: number;
  readonly count: number | undefined;
  /** The last second at which an occurrence may start. */
  readonly until: WallSecond | undefined;
  /** The first weekday of a week, 0 = Monday. */
  readonly weekStart: number;
  readonly BYDAY: readonly RuleDay[];
}

/** The entries of a list of dates: times, and whole days as days since 1970-01-01. */
export interface DateList {
  days: number[];
  seconds: WallSecond[];
}

/** Steps of parsing a rule, beside one for each of its characters. */
export const stepsOfText = 100;

/**
 * Parses an `RRULE`, with or without its name. Ignores `DTSTART`, because the request has the first occurrence (spec,
 * Recurring bookings).
 *
 * The parsers of libraries were rejected, because they accept what RFC 5545 forbids: of 13 invalid rules, such as `INTERVAL=0`,
 * `BYDAY=9MO` with DAILY and a part given twice, rrule 2.8.1 accepts 10 and ical.js 2.2.1 accepts 9.
 *
 * @param zone the zone to which an `UNTIL` in UTC is converted
 * @returns undefined if the rule is invalid or has parts that its frequency does not allow
 */
export function parseRule(text: string, zone: WallClock): Rule | undefined {
  const lines = text
    .toUpperCase()
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^DTSTART[:;]/.test(line));
  const [line = ''] = lines;
  const parts = partsOf(line.replace(/^RRULE:/, ''));
  const rule = lines.length === 1 && parts ? ruleOf(parts, zone) : undefined;
  return rule && isAllowed(rule) ? rule : undefined;
}

/** Returns the parts by name; undefined if one has no value or is repeated. */
function partsOf(line: string): Map<string, string> | undefined {
  const parts = new Map<string, string>();
  for (const part of line.replace(/;$/, '').split(';')) {
    const [name = '', value = '', ...more] = part.split('=');
    if (value === '' || more.length > 0 || parts.has(name)) return undefined;
    parts.set(name, value);
  }
  parts.delete('DTSTART');
  parts.delete('TZID');
  return parts;
}

const known = new Set(['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST', 'BYDAY', ...Object.keys(lists)]);

function ruleOf(parts: ReadonlyMap<string, string>, zone: WallClock): Rule | undefined {
  if ([...parts.keys()].some((name) => !known.has(name))) return undefined;
  const frequency = frequencies.find((name) => name === parts.get('FREQ'));
  const interval = parseNumber(parts.get('INTERVAL') ?? '1');
  const count = parseNumber(parts.get('COUNT'));
  const until = parseUntil(parts.get('UNTIL'), zone);
  const weekStart = weekdays.indexOf(parts.get('WKST') ?? 'MO');
  const days = parseDays(parts.get('BYDAY'));
  const isUnread = (name: string, value: unknown): boolean => parts.has(name) && value === undefined;
  if (!frequency || !interval || count === 0 || weekStart < 0 || !days) return undefined;
  if (isUnread('COUNT', count) || isUnread('UNTIL', until)) return undefined;
  const numbers = parseLists(parts);
  return numbers && { frequency, interval, count, until, weekStart, BYDAY: days, ...numbers };
}

/** Parses an unsigned number of at most nine digits. */
function parseNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** An `UNTIL` without a time includes the whole date. */
function parseUntil(text: string | undefined, zone: WallClock): WallSecond | undefined {
  const { days, seconds } = (text !== undefined && parseTimes(text.split(','), zone)) || { days: [], seconds: [] };
  if (days.length + seconds.length !== 1) return undefined;
  return days[0] === undefined ? seconds[0] : (days[0] + 1) * secondsOfDay - 1;
}

function parseLists(parts: ReadonlyMap<string, string>): Record<ListName, number[]> | undefined {
  let isReadable = true;
  const read = (name: ListName): number[] => {
    const { min, max, fromEnd } = lists[name];
    const isWithin = (value: number): boolean => value >= min && value <= max;
    const items = parts.get(name)?.split(',') ?? [];
    const values = items.map((item) => (/^[+-]?\d{1,3}$/.test(item) ? Number(item) : Number.NaN));
    isReadable &&= values.every((value) => isWithin(value) || (fromEnd && isWithin(-value)));
    return [...new Set(values)].toSorted((a, b) => a - b);
  };
  const numbers = {
    BYMONTH: read('BYMONTH'),
    BYWEEKNO: read('BYWEEKNO'),
    BYYEARDAY: read('BYYEARDAY'),
    BYMONTHDAY: read('BYMONTHDAY'),
    BYHOUR: read('BYHOUR'),
    BYMINUTE: read('BYMINUTE'),
    BYSECOND: read('BYSECOND'),
    BYSETPOS: read('BYSETPOS'),
  };
  return isReadable ? numbers : undefined;
}

function parseDays(text: string | undefined): RuleDay[] | undefined {
  const days = new Map<string, RuleDay>();
  for (const item of text?.split(',') ?? []) {
    const [, nth, name = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(item) ?? [];
    const weekday = weekdays.indexOf(name);
    if (weekday < 0) return undefined;
    days.set(`${Number(nth ?? 0)}${name}`, { weekday, nth: nth === undefined ? undefined : Number(nth) });
  }
  return [...days.values()];
}

/** Returns whether the frequency allows the parts (RFC 5545, 3.3.10, table of expansions and limits). */
function isAllowed(rule: Rule): boolean {
  const { frequency, BYWEEKNO, BYYEARDAY, BYMONTHDAY } = rule;
  if (BYWEEKNO.length > 0 && frequency !== 'YEARLY') return false;
  if (BYYEARDAY.length > 0 && ['MONTHLY', 'WEEKLY', 'DAILY'].includes(frequency)) return false;
  if (BYMONTHDAY.length > 0 && frequency === 'WEEKLY') return false;
  const max = maxNth(rule);
  return rule.BYDAY.every(({ nth }) => nth === undefined || (nth !== 0 && Math.abs(nth) <= max));
}

/** Returns the maximum nth of a weekday in the rule's period; 0 if the rule does not allow an nth. */
export function maxNth({ frequency, BYMONTH, BYWEEKNO }: Rule): number {
  if (frequency === 'MONTHLY') return 5;
  if (frequency !== 'YEARLY' || BYWEEKNO.length > 0) return 0;
  return BYMONTH.length > 0 ? 5 : 53;
}

/**
 * Parses an `RDATE` or `EXDATE`: dates such as `20260301` and times such as `20260301T090000`, in UTC with a `Z`,
 * separated by commas. Its name and parameters, such as `VALUE=DATE:`, are optional. There may be several lines.
 *
 * @param zone the zone of times without one
 * @returns undefined if the text is invalid
 */
export function parseDateList(text: string, zone: Zone): DateList | undefined {
  const named: DateList = { days: [], seconds: [] };
  for (const line of text.split(/[\r\n]+/)) {
    const colon = line.lastIndexOf(':');
    const parameters = line.slice(0, Math.max(0, colon)).trim();
    const values = line.slice(colon + 1).trim();
    if (values === '') continue;
    const zoneName = /(?:^|;)TZID=([^;]+)/i.exec(parameters)?.[1];
    if (zoneName !== undefined && !isZone(zoneName)) return undefined;
    const times = parseTimes(values.toUpperCase().split(','), zone, zoneName === undefined ? zone : zoneOf(zoneName));
    if (!times) return undefined;
    named.days.push(...times.days);
    named.seconds.push(...times.seconds);
  }
  return named;
}

const timeForm = /^(\d{4})(\d\d)(\d\d)(?:T([01]\d|2[0-3])([0-5]\d)([0-5]\d)(Z?))?$/;

const firstYear = '1900';

function parseTimes(texts: readonly string[], zone: WallClock, written: WallClock = zone): DateList | undefined {
  const times: DateList = { days: [], seconds: [] };
  for (const text of texts) {
    const [, year = '', month, date, hour, minute, second, utc] = timeForm.exec(text.trim()) ?? [];
    const plain = parsePlainDate(`${year}-${month}-${date}`);
    if (plain === undefined || year < firstYear) return undefined;
    if (hour === undefined) {
      times.days.push(epochDayOf(plain));
      continue;
    }
    const minuteOfDay = Number(hour) * 60 + Number(minute);
    const shown = epochDayOf(plain) * secondsOfDay + minuteOfDay * 60 + Number(second);
    if (utc === 'Z') times.seconds.push(wallSecondAt(shown * 1000, zone));
    else if (written === zone) times.seconds.push(shown);
    else times.seconds.push(wallSecondAt(written.toEpoch(plain, minuteOfDay, Number(second)), zone));
  }
  return times;
}

/** Returns the zone's wall-clock time at an instant, without milliseconds. */
export function wallSecondAt(epochMs: number, zone: WallClock): WallSecond {
  return Math.floor(wallOf(epochMs, zone) / 1000);
}
