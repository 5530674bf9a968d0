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

/** Returns an SQL expression of the rotas of the row `resource` on the same dates: JSON of RotaHours[], or null. */
export const rotasIn = ({ from, to }: PeriodColumns): string => `(
  select json_agg(json_build_object('validFrom', valid_from, 'validTo', valid_to, 'startsOn', starts_on, 'weeks', weeks))
  from rota
  where account_id = resource.account_id and resource_id = resource.id and daterange(valid_from, valid_to, '[]') &&
    daterange((${from}::timestamptz at time zone 'UTC')::date - 2, (${to}::timestamptz at time zone 'UTC')::date + 2, '[]'))`;
