import type { HoursOfWeek } from '../resource/opening-hours.rules.js';
import type { Occupancy } from './occupancy.rules.js';

/** Returns an SQL expression of the opening hours of a resource or provider: the JSON of HoursOfWeek, as text. */
export const weekOf = (table: string): string =>
  `json_build_array(${['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => `${table}.opening_hours_${day}`).join(', ')})::text`;

/** SQL expressions of the start and the end of a period. */
export interface PeriodColumns {
  from: string;
  to: string;
}

/**
 * Returns an SQL expression of the exception dates of the row `resource`: JSON of HoursException[], or null. Includes
 * those up to two days outside the period: the hours of the day before can pass midnight, and the time zone can be any.
 */
export const exceptionsIn = ({ from, to }: PeriodColumns): string => `(
  select json_agg(json_build_object('date', exception_date, 'serviceId', service_id, 'openingHours', opening_hours))
  from resource_exception_date
  where account_id = resource.account_id and resource_id = resource.id and exception_date between
    (${from}::timestamptz at time zone 'UTC')::date - 2 and (${to}::timestamptz at time zone 'UTC')::date + 2)`;

/** Returns a parser that parses equal texts once. Resources often have the same hours, which then are the same object. */
export function hoursReader(): (text: string | null) => HoursOfWeek {
  const known = new Map<string, HoursOfWeek>();
  return (text) => {
    if (text === null) return [];
    const hours: HoursOfWeek = known.get(text) ?? JSON.parse(text);
    known.set(text, hours);
    return hours;
  };
}

const occupancyBytes = 20;
/** 2000-01-01, the epoch of PostgreSQL's timestamps, in Unix milliseconds. */
const postgresEpoch = 946_684_800_000;

/**
 * Returns an SQL expression that aggregates rows into hexadecimal text. Each row is start, end and count in PostgreSQL's
 * binary format: big-endian, 8, 8 and 4 bytes, times in microseconds. For 4,000 rows this takes PostgreSQL 2 ms less than
 * decimal numbers.
 */
export function occupanciesAsHex(from: string, to: string, count: string): string {
  return `encode(string_agg(timestamptz_send(${from}) || timestamptz_send(${to}) || int4send(${count}), ''), 'hex')`;
}

/** Reads the text of `occupanciesAsHex`; null is the text of no rows. */
export function readOccupancies(hex: string | null): Occupancy[] {
  const bytes = Buffer.from(hex ?? '', 'hex');
  const occupancies: Occupancy[] = [];
  for (let at = 0; at < bytes.length; at += occupancyBytes) {
    occupancies.push({ from: instantAt(bytes, at), to: instantAt(bytes, at + 8), count: bytes.readInt32BE(at + 16) });
  }
  return occupancies;
}

/** Reads epoch milliseconds. Exact within 285 years of 2000, a wider range than input accepts. */
function instantAt(bytes: Buffer, at: number): number {
  const microseconds = bytes.readInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + 4);
  return postgresEpoch + Math.floor(microseconds / 1_000);
}
