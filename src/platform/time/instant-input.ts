import { addDays, digitsAt, epochDayOf, type PlainDate, parsePlainDate } from './plain-date.js';
import type { Zone } from './zone.js';

const msPerSecond = 1000;
const msPerMinute = 60 * msPerSecond;
const msPerHour = 60 * msPerMinute;
const msPerDay = 24 * msPerHour;

const firstYear = '1900';
const lastYear = '2200';

const timePattern = '(?<hour>[01]?\\d|2[0-3]):(?<minute>[0-5]\\d)';
const secondPattern = ':(?<second>[0-5]\\d)';
/** An unescaped `+` in a query string arrives as a space. A space may also precede the sign. */
const offsetPattern = 'Z|(?<sign> ?[+ -])(?<offsetHours>0\\d|1[0-5]):?(?<offsetMinutes>[0-5]\\d)?';
const dateTimePattern = new RegExp(
  `^(?<date>\\d{4}-\\d\\d-\\d\\d)[T ]${timePattern}(?:${secondPattern}(?:\\.(?<fraction>\\d{1,9}))?)?(?<offset>${offsetPattern})?$`,
);
const dottedDateTimePattern = new RegExp(
  `^(?<date>\\d\\d\\.\\d\\d\\.(?:\\d{4}|\\d\\d)) ${timePattern}(?:${secondPattern})?$`,
);
/** The iCalendar form of an instant in UTC. */
const basicDateTimePattern = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/**
 * Parses an instant in one of the accepted forms (spec, Formats): `YYYY-MM-DD hh:mm[:ss]`, `YYYY-MM-DDThh:mm[:ss][offset]`,
 * `YYYY-MM-DD hh:mm:ss ±hhmm`, `YYYYMMDDThhmmssZ`, `DD.MM.YY hh:mm[:ss]`, `DD.MM.YYYY hh:mm[:ss]`, hours also with one
 * digit, or a date alone, which is the start of the day. Years are 1900 to 2200.
 * @param zone of a text without an offset; see `Zone.toEpoch` for clock changes
 * @param includesDay whether a date alone is the last millisecond of the day instead, because something ends then. The
 * start of the next day would be shown as the wrong date.
 * @returns epoch milliseconds, truncated; undefined if the text is not an instant
 */
export function parseInstant(text: string, zone: Zone, includesDay = false): number | undefined {
  const given = text.replace(basicDateTimePattern, '$1-$2-$3T$4:$5:$6Z');
  const parts = (dateTimePattern.exec(given) ?? dottedDateTimePattern.exec(given))?.groups;
  const date = parsePlainDate(parts?.['date'] ?? given);
  if (date === undefined || date < firstYear || date.slice(0, 4) > lastYear) return undefined;
  if (parts) return instantOf(date, parts, zone);
  return includesDay ? zone.startOfDay(addDays(date, 1)) - 1 : zone.startOfDay(date);
}

/**
 * Parses PostgreSQL's text of a `timestamptz` in a session whose time zone is UTC: `2026-11-21 00:57:53.123456+00`.
 * Does not validate: the year has four digits, and there is no `infinity`.
 * @returns epoch milliseconds, truncated
 */
export function parsePgInstant(text: string): number {
  const whole =
    epochDayOf(text) * msPerDay +
    digitsAt(text, 11, 13) * msPerHour +
    digitsAt(text, 14, 16) * msPerMinute +
    digitsAt(text, 17, 19) * msPerSecond;
  if (text[19] !== '.') return whole;
  // PostgreSQL omits trailing zeros. The text ends with `+00`.
  const fractionDigits = Math.min(text.length - 3 - 20, 3);
  return whole + digitsAt(text, 20, 20 + fractionDigits) * 10 ** (3 - fractionDigits);
}

function instantOf(date: PlainDate, parts: Record<string, string | undefined>, zone: Zone): number {
  const minuteOfDay = Number(parts['hour']) * 60 + Number(parts['minute']);
  const second = Number(parts['second'] ?? 0);
  const millisecond = Number((parts['fraction'] ?? '').padEnd(3, '0').slice(0, 3));
  if (parts['offset'] === undefined) return zone.toEpoch(date, minuteOfDay, second) + millisecond;
  const offset = Number(parts['offsetHours'] ?? 0) * msPerHour + Number(parts['offsetMinutes'] ?? 0) * msPerMinute;
  const local = epochDayOf(date) * msPerDay + minuteOfDay * msPerMinute + second * msPerSecond + millisecond;
  return parts['sign']?.endsWith('-') ? local + offset : local - offset;
}
