import type { HoursOfWeek } from '../resource/opening-hours.rules.js';

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
 * those up to two days outside the period: hours can pass midnight, and the time zone can be any.
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
