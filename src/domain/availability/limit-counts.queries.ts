import type { AccountDatabase } from '../../platform/database/account-database.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { BookingLimit } from './booking-limits.rules.js';
import { type CountedResource, countedBookingsSql } from './counted-bookings-sql.js';

/**
 * Counts the stored bookings towards limits by one statement, without those with the ids `exceptIds`.
 *
 * @param hasNeeds whether the account has needs, so that bookings count for each resource of their places
 * @returns the counts in the order of the limits
 */
export async function countTowards(
  reader: Pick<AccountDatabase | AccountTransaction, 'query'>,
  limits: readonly BookingLimit[],
  exceptIds: readonly number[],
  now: Date,
  hasNeeds: boolean,
): Promise<number[]> {
  if (limits.length === 0) return [];
  const rows = await reader.query<{ number: number; count: number }>(hasNeeds ? statementWithPlaces : statement, [
    limits.map(({ counts }) => counts),
    limits.map(({ id }) => id),
    limits.map(({ serviceId }) => serviceId),
    limits.map(({ eventId }) => eventId),
    limits.map(({ from }) => from),
    limits.map(({ to }) => to),
    limits.map(({ endsAfter }) => endsAfter),
    exceptIds,
    now,
  ]);
  const counts = new Map(rows.map(({ number, count }) => [number, count]));
  return limits.map((_, index) => counts.get(index + 1) ?? 0);
}

const countOf = (
  counts: BookingLimit['counts'],
  condition: string,
  by: BookingLimit['counts'] | CountedResource = counts,
): string => `select number::integer, count
  from asked cross join lateral (
    select count(*)::integer as count from (${countedBookingsSql(by, {
      ...{ id: 'asked.id', from: 'asked.starts', to: 'asked.ends', now: '$10' },
      condition: `${condition} and booking.id <> all ($9::integer[])`,
    })}) as booked) as counted
  where asked.counts = '${counts}'`;

const statementOf = (resource: CountedResource): string => `with asked as materialized (
    select * from unnest($2::text[], $3::integer[], $4::integer[], $5::integer[], $6::timestamptz[], $7::timestamptz[],
      $8::timestamptz[]) with ordinality as asked (counts, id, service_id, event_id, starts, ends, ends_after, number))
  ${countOf(
    'person',
    `booked_to > asked.ends_after and (asked.service_id is null or booking.service_id = asked.service_id)
      and (asked.event_id is null or booking.event_id = asked.event_id)`,
  )}
  union all ${countOf('service', 'true')}
  union all ${countOf('resource', 'booking.event_id is null', resource)}`;

const statement = statementOf('resource');
const statementWithPlaces = statementOf('placedResource');
