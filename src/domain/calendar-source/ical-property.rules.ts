import { lazyPackage } from '../../platform/lazy-package.js';
import { secondsOfDay, type WallSecond } from '../../platform/recurrence-rule/rule-text.js';
import { epochDayOf, parsePlainDate } from '../../platform/time/plain-date.js';

/** A property of iCalendar as ical.js parses it, without the values of types that nothing here reads. */
export interface Property {
  parameters: Readonly<Record<string, unknown>>;
  values: readonly unknown[];
}

const ical = lazyPackage<{ parse: { property(line: string): unknown } }>('ical.js');

/** Parses an unfolded line. Returns undefined if it is none. */
export function parseProperty(line: string): Property | undefined {
  try {
    const parsed = ical().parse.property(line);
    if (!Array.isArray(parsed)) return undefined;
    const [, parameters, , ...values]: unknown[] = parsed;
    return { parameters: isParameters(parameters) ? parameters : {}, values };
  } catch {
    return undefined;
  }
}

function isParameters(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Returns a parameter in upper case; empty if the property lacks it. */
export function parameterOf({ parameters }: Property, name: string): string {
  return textParameterOf({ parameters, values: [] }, name).toUpperCase();
}

/** Returns a parameter as it is; empty if the property lacks it. */
export function textParameterOf({ parameters }: Property, name: string): string {
  const value = parameters[name];
  return typeof value === 'string' ? value : '';
}

/** A date, or a time on the wall clock of a zone. */
export interface Moment {
  /** At midnight if it is a date. */
  wall: WallSecond;
  isDate: boolean;
  isUtc: boolean;
  /** The name of its zone; empty if it is in UTC, floating or a date. */
  zoneName: string;
}

/** Minutes and seconds may be missing, and ical.js writes a date without `VALUE=DATE` as a time without digits. */
const momentForm = /^(\d{4}-\d\d-\d\d)(?:T(?:(\d\d):(\d\d)?:(\d\d)?|::)(Z)?)?$/;

/** Returns a value of a property as a moment; undefined if it is none or before the year 1. */
export function momentOf(value: unknown, property: Property): Moment | undefined {
  const [, date = '', hour, minute = '0', second = '0', utc] =
    typeof value === 'string' ? (momentForm.exec(value) ?? []) : [];
  if (parsePlainDate(date) === undefined) return undefined;
  const midnight = epochDayOf(date) * secondsOfDay;
  if (hour === undefined) return { wall: midnight, isDate: true, isUtc: false, zoneName: '' };
  if (Number(hour) > 24 || Number(minute) > 59 || Number(second) > 60) return undefined;
  const wall = midnight + Number(hour) * 3600 + Number(minute) * 60 + Math.min(Number(second), 59);
  const isUtc = utc !== undefined;
  return { wall, isDate: false, isUtc, zoneName: isUtc ? '' : textParameterOf(property, 'tzid') };
}

/** A length: days on the wall clock, and exact seconds. Neither is negative. */
export interface Length {
  wallSeconds: number;
  seconds: number;
}

const durationForm = /^\+?P(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,7})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?$/;

/** Returns the length that a DURATION has; undefined if it is none or negative. */
export function durationOf(value: unknown): Length | undefined {
  const parts = typeof value === 'string' ? durationForm.exec(value.toUpperCase()) : null;
  if (!parts) return undefined;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(1)
    .map((digits) => Number(digits ?? 0));
  return { wallSeconds: (weeks * 7 + days) * secondsOfDay, seconds: hours * 3600 + minutes * 60 + seconds };
}

/** A period of an RDATE or FREEBUSY. */
export interface IcalPeriod {
  start: Moment;
  end: Moment | Length;
}

/** Returns a value of a property as a period; undefined if it is none. */
export function periodOf(value: unknown, property: Property): IcalPeriod | undefined {
  if (!Array.isArray(value)) return undefined;
  const [from, to]: unknown[] = value;
  const start = momentOf(from, property);
  const end = durationOf(to) ?? momentOf(to, property);
  return start && end && { start, end };
}
