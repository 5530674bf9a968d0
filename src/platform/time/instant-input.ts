import { digitsAt } from './digits.js';
import { epochDayOf, type PlainDate, parsePlainDate } from './plain-date.js';
import type { Zone } from './zone.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const FIRST_YEAR = '1900';
const LAST_YEAR = '2200';

const TIME = '(?<hour>[01]?\\d|2[0-3]):(?<minute>[0-5]\\d)';
const SECOND_OF_TIME = ':(?<second>[0-5]\\d)';
/** An unescaped `+` in a query string arrives as a space. A space may also precede the sign. */
const OFFSET = 'Z|(?<sign> ?[+ -])(?<offsetHours>0\\d|1[0-5]):?(?<offsetMinutes>[0-5]\\d)?';
const DATE_TIME = new RegExp(
  `^(?<date>\\d{4}-\\d\\d-\\d\\d)[T ]${TIME}(?:${SECOND_OF_TIME}(?:\\.(?<fraction>\\d{1,9}))?)?(?<offset>${OFFSET})?$`,
);
const DOTTED_DATE_TIME = new RegExp(`^(?<date>\\d\\d\\.\\d\\d\\.(?:\\d{4}|\\d\\d)) ${TIME}(?:${SECOND_OF_TIME})?$`);
/** The iCalendar form of an instant in UTC. */
const BASIC_DATE_TIME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/**
 * Parses an instant in one of the accepted forms (spec, Formats): `YYYY-MM-DD hh:mm[:ss]`, `YYYY-MM-DDThh:mm[:ss][offset]`,
 * `YYYY-MM-DD hh:mm:ss ±hhmm`, `YYYYMMDDThhmmssZ`, `DD.MM.YY hh:mm[:ss]`, `DD.MM.YYYY hh:mm[:ss]`, hours also with one
 * digit, or a date alone, which is the start of the day. Years are 1900 to 2200.
 * @param zone of a text without an offset; see `Zone.toEpoch` for clock changes
 * @returns epoch milliseconds, truncated; undefined if the text is not an instant
 */
export function parseInstant(text: string, zone: Zone): number | undefined {
  const given = text.replace(BASIC_DATE_TIME, '$1-$2-$3T$4:$5:$6Z');
  const parts = (DATE_TIME.exec(given) ?? DOTTED_DATE_TIME.exec(given))?.groups;
  const date = parsePlainDate(parts?.['date'] ?? given);
  if (date === undefined || date < FIRST_YEAR || date.slice(0, 4) > LAST_YEAR) {
    return undefined;
  }
  return parts ? instantOf(date, parts, zone) : zone.startOfDay(date);
}

/**
 * Parses PostgreSQL's text of a `timestamptz` in a session whose time zone is UTC: `2026-11-21 00:57:53.123456+00`.
 * Does not validate: the year has four digits, and there is no `infinity`.
 * @returns epoch milliseconds, truncated
 */
export function parsePgInstant(text: string): number {
  const whole =
    epochDayOf(text) * DAY +
    digitsAt(text, 11, 13) * HOUR +
    digitsAt(text, 14, 16) * MINUTE +
    digitsAt(text, 17, 19) * SECOND;
  if (text[19] !== '.') {
    return whole;
  }
  // PostgreSQL omits trailing zeros. The text ends with `+00`.
  const fractionDigits = Math.min(text.length - 3 - 20, 3);
  return whole + digitsAt(text, 20, 20 + fractionDigits) * 10 ** (3 - fractionDigits);
}

function instantOf(date: PlainDate, parts: Record<string, string | undefined>, zone: Zone): number {
  const minuteOfDay = Number(parts['hour']) * 60 + Number(parts['minute']);
  const second = Number(parts['second'] ?? 0);
  const millisecond = Number((parts['fraction'] ?? '').padEnd(3, '0').slice(0, 3));
  if (parts['offset'] === undefined) {
    return zone.toEpoch(date, minuteOfDay, second) + millisecond;
  }
  const offset = Number(parts['offsetHours'] ?? 0) * HOUR + Number(parts['offsetMinutes'] ?? 0) * MINUTE;
  const local = epochDayOf(date) * DAY + minuteOfDay * MINUTE + second * SECOND + millisecond;
  return parts['sign']?.endsWith('-') ? local + offset : local - offset;
}

/** Returns the epoch milliseconds of a Date (entities), PostgreSQL's text (rows) or ISO 8601 in UTC (snapshots). */
export function epochOf(instant: Date | string): number {
  if (typeof instant !== 'string') return instant.getTime();
  return instant.endsWith('Z') ? Date.parse(instant) : parsePgInstant(instant);
}
