import { parseInstant } from '../../platform/time/instant-input.js';
import { zoneOf } from '../../platform/time/zone.js';

/**
 * Whether a response formats the stored value as the given one. A client that sends an object back unchanged must not
 * modify it, although responses round instants to seconds and format custom data under keys ending in `_at` as
 * date-times.
 */
export function equalsAsFormatted(stored: unknown, given: unknown): boolean {
  if (stored instanceof Date && given instanceof Date) return wholeSecond(stored.getTime()) === given.getTime();
  if (!isObject(stored) || !isObject(given)) return false;
  const names = Object.keys(stored);
  return names.length === Object.keys(given).length && names.every((name) => isItem(name, stored[name], given[name]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function isItem(name: string, stored: unknown, given: unknown): boolean {
  if (stored === given) return true;
  return name.endsWith('_at') && typeof stored === 'string' && typeof given === 'string' && isDateTime(stored, given);
}

const utc = zoneOf('UTC');
const formattedForm = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)[+-]\d\d:\d\d$/;
const offsetAtEnd = /(?:Z|[+-]\d\d:?\d\d)$/i;

/** Responses format a stored text without an offset with the same wall-clock time, whatever the account's time zone. */
function isDateTime(stored: string, given: string): boolean {
  const [, wallTime] = formattedForm.exec(given) ?? [];
  const instant = parseInstant(stored, utc);
  if (wallTime === undefined || instant === undefined) return false;
  return wholeSecond(instant) === parseInstant(offsetAtEnd.test(stored) ? given : `${wallTime}Z`, utc);
}

const wholeSecond = (epochMilliseconds: number): number => Math.floor(epochMilliseconds / 1_000) * 1_000;
