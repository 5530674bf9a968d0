import { wallOf } from '../../platform/time/period.js';
import { epochDayOf, parsePlainDate } from '../../platform/time/plain-date.js';
import { isZone, type Zone, zoneOf } from '../../platform/time/zone.js';

const frequencies = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY'] as const;
const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

export type Frequency = (typeof frequencies)[number];

/** What a wall clock shows, in seconds, as if it were UTC: it knows of no zone, and no change of it. */
export type WallSecond = number;

export const secondsOfDay = 86_400;

/** Every Monday, or the nth of the month or year; counted from its end when negative. */
export interface RuleDay {
  /** 0 = Monday to 6 = Sunday. */
  weekday: number;
  nth: number | undefined;
}

/** What each of the lists holds (RFC 5545, 3.3.10), and whether its numbers may also count from the end. */
const lists = {
  BYMONTH: { least: 1, most: 12, fromEnd: false },
  BYWEEKNO: { least: 1, most: 53, fromEnd: true },
  BYYEARDAY: { least: 1, most: 366, fromEnd: true },
  BYMONTHDAY: { least: 1, most: 31, fromEnd: true },
  BYHOUR: { least: 0, most: 23, fromEnd: false },
  BYMINUTE: { least: 0, most: 59, fromEnd: false },
  BYSECOND: { least: 0, most: 59, fromEnd: false },
  BYSETPOS: { least: 1, most: 366, fromEnd: true },
} as const;

type ListName = keyof typeof lists;

/** A recurrence rule. Lists are sorted, hold each value once, and are empty when the rule does not give them. */
export interface Rule extends Readonly<Record<ListName, readonly number[]>> {
  readonly frequency: Frequency;
  readonly interval: number;
  readonly count: number | undefined;
  /** The last second at which there may be an occurrence. */
  readonly until: WallSecond | undefined;
  /** The weekday that weeks begin with, 0 = Monday. */
  readonly weekStart: number;
  readonly BYDAY: readonly RuleDay[];
}

/** Times that a list names: seconds, or whole days, as days since 1970-01-01. */
export interface NamedTimes {
  days: number[];
  seconds: WallSecond[];
}

/**
 * Reads an `RRULE`, with or without its name, and beside a `DTSTART`, which is not looked at: the first occurrence is
 * given apart (spec, Recurring bookings).
 *
 * @param zone of an `UNTIL` in UTC
 * @returns undefined for what is none, and for parts that a rule of its frequency may not have
 */
export function readRule(text: string, zone: Zone): Rule | undefined {
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

/** The parts by name; undefined when one has no value or stands twice. */
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

function ruleOf(parts: ReadonlyMap<string, string>, zone: Zone): Rule | undefined {
  if ([...parts.keys()].some((name) => !known.has(name))) return undefined;
  const frequency = frequencies.find((name) => name === parts.get('FREQ'));
  const interval = readNumber(parts.get('INTERVAL') ?? '1');
  const count = readNumber(parts.get('COUNT'));
  const until = readUntil(parts.get('UNTIL'), zone);
  const weekStart = weekdays.indexOf(parts.get('WKST') ?? 'MO');
  const days = readDays(parts.get('BYDAY'));
  const isUnread = (name: string, value: unknown): boolean => parts.has(name) && value === undefined;
  if (!frequency || !interval || count === 0 || weekStart < 0 || !days) return undefined;
  if (isUnread('COUNT', count) || isUnread('UNTIL', until)) return undefined;
  const numbers = readLists(parts);
  return numbers && { frequency, interval, count, until, weekStart, BYDAY: days, ...numbers };
}

/** Without a sign; at most nine digits. */
function readNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** A date alone is the whole of it. */
function readUntil(text: string | undefined, zone: Zone): WallSecond | undefined {
  const { days, seconds } = (text !== undefined && readTimes(text.split(','), zone)) || { days: [], seconds: [] };
  if (days.length + seconds.length !== 1) return undefined;
  return days[0] === undefined ? seconds[0] : (days[0] + 1) * secondsOfDay - 1;
}

function readLists(parts: ReadonlyMap<string, string>): Record<ListName, number[]> | undefined {
  let isReadable = true;
  const read = (name: ListName): number[] => {
    const { least, most, fromEnd } = lists[name];
    const isWithin = (value: number): boolean => value >= least && value <= most;
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

function readDays(text: string | undefined): RuleDay[] | undefined {
  const days = new Map<string, RuleDay>();
  for (const item of text?.split(',') ?? []) {
    const [, nth, name = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(item) ?? [];
    const weekday = weekdays.indexOf(name);
    if (weekday < 0) return undefined;
    days.set(`${Number(nth ?? 0)}${name}`, { weekday, nth: nth === undefined ? undefined : Number(nth) });
  }
  return [...days.values()];
}

/** Whether the parts may stand together (RFC 5545, 3.3.10, the table of what expands and limits). */
function isAllowed(rule: Rule): boolean {
  const { frequency, BYWEEKNO, BYYEARDAY, BYMONTHDAY } = rule;
  if (BYWEEKNO.length > 0 && frequency !== 'YEARLY') return false;
  if (BYYEARDAY.length > 0 && ['MONTHLY', 'WEEKLY', 'DAILY'].includes(frequency)) return false;
  if (BYMONTHDAY.length > 0 && frequency === 'WEEKLY') return false;
  const most = mostOfWeekday(rule);
  return rule.BYDAY.every(({ nth }) => nth === undefined || (nth !== 0 && Math.abs(nth) <= most));
}

/** How many of a weekday there can be in what the nth is counted in; 0 when nothing can be counted. */
export function mostOfWeekday({ frequency, BYMONTH, BYWEEKNO }: Rule): number {
  if (frequency === 'MONTHLY') return 5;
  if (frequency !== 'YEARLY' || BYWEEKNO.length > 0) return 0;
  return BYMONTH.length > 0 ? 5 : 53;
}

/**
 * Reads an `RDATE` or `EXDATE`: dates as `20260301` and times as `20260301T090000`, in UTC with a `Z`, by commas; with
 * or without its name and parameters, such as `VALUE=DATE:`. Several may stand on lines of their own.
 *
 * @param zone of times without one
 * @returns undefined for anything else
 */
export function readNamedTimes(text: string, zone: Zone): NamedTimes | undefined {
  const named: NamedTimes = { days: [], seconds: [] };
  for (const line of text.split(/[\r\n]+/)) {
    const colon = line.lastIndexOf(':');
    const parameters = line.slice(0, Math.max(0, colon)).trim();
    const values = line.slice(colon + 1).trim();
    if (values === '') continue;
    const zoneName = /(?:^|;)TZID=([^;]+)/i.exec(parameters)?.[1];
    if (zoneName !== undefined && !isZone(zoneName)) return undefined;
    const times = readTimes(values.toUpperCase().split(','), zone, zoneName === undefined ? zone : zoneOf(zoneName));
    if (!times) return undefined;
    named.days.push(...times.days);
    named.seconds.push(...times.seconds);
  }
  return named;
}

const timeForm = /^(\d{4})(\d\d)(\d\d)(?:T([01]\d|2[0-3])([0-5]\d)([0-5]\d)(Z?))?$/;

const firstYear = '1900';

function readTimes(texts: readonly string[], zone: Zone, written: Zone = zone): NamedTimes | undefined {
  const times: NamedTimes = { days: [], seconds: [] };
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

/** What the zone's wall clock shows at an instant; milliseconds are cut off. */
export function wallSecondAt(epochMs: number, zone: Zone): WallSecond {
  return Math.floor(wallOf(epochMs, zone) / 1000);
}
