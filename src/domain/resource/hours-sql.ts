import type { HoursException, RotaHours, TimeOffHours } from './opening-hours.rules.js';

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
const exceptionsIn = ({ from, to }: PeriodColumns): string => `(
  select json_agg(json_build_object('date', exception_date, 'serviceId', service_id, 'openingHours', opening_hours))
  from resource_exception_date
  where account_id = resource.account_id and resource_id = resource.id and exception_date between
    (${from}::timestamptz at time zone 'UTC')::date - 2 and (${to}::timestamptz at time zone 'UTC')::date + 2)`;

/** Returns an SQL expression of the rotas of the row `resource` on the same dates: JSON of RotaHours[], or null. */
const rotasIn = ({ from, to }: PeriodColumns): string => `(
  select json_agg(json_build_object('validFrom', valid_from, 'validTo', valid_to, 'startsOn', starts_on, 'weeks', weeks))
  from rota
  where account_id = resource.account_id and resource_id = resource.id and daterange(valid_from, valid_to, '[]') &&
    daterange((${from}::timestamptz at time zone 'UTC')::date - 2, (${to}::timestamptz at time zone 'UTC')::date + 2, '[]'))`;

/** Returns an SQL expression of the approved time off of the row `resource` on the same dates: JSON of TimeOffHours[], or null. */
const timeOffIn = ({ from, to }: PeriodColumns): string => `(
  select json_agg(json_build_object('startsOn', starts_on, 'endsOn', ends_on, 'fromTime', from_time, 'toTime', to_time))
  from time_off
  where account_id = resource.account_id and resource_id = resource.id and state = 'approved' and
    ends_on >= (${from}::timestamptz at time zone 'UTC')::date - 2 and
    starts_on <= (${to}::timestamptz at time zone 'UTC')::date + 2)`;

/** Exceptions to the weekly hours of a resource by date, as `datedHoursIn` reads them. */
export interface DatedHoursRow {
  exceptions: HoursException[] | null;
  rotas: RotaHours[] | null;
  timeOff: TimeOffHours[] | null;
}

/** Returns the SQL columns of a DatedHoursRow, about the row `resource`. */
export const datedHoursIn = (period: PeriodColumns): string =>
  `${exceptionsIn(period)} as exceptions, ${rotasIn(period)} as rotas, ${timeOffIn(period)} as "timeOff"`;

/** The SQL columns of a DatedHoursRow without any. */
export const noDatedHours = 'null as exceptions, null as rotas, null as "timeOff"';
