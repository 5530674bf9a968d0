import type { AccountDatabase } from '../../../platform/database/account-database.js';
import type { Interval } from '../../../platform/time/interval.js';
import { occupanciesAsHex, readOccupancies } from '../../availability/schedule-sql.js';
import { sqlStates } from '../../booking-states.js';
import type { ServiceOccupancies } from './used-time-sums.rules.js';

export interface OccupancyRequest {
  resourceIds: readonly number[];
  /** All services if undefined. */
  serviceIds: readonly number[] | undefined;
  within: Interval;
  /** Holds that expire later count as booked. */
  now: Date;
}

interface OccupancyRow {
  resourceId: number;
  serviceId: number | null;
  /** The occupancies in the format of `occupanciesAsHex`. */
  occupancies: string;
}

/** Finds bookings and events by place and range, as the statement of schedules does. Buffers are not counted. */
const statement = `select resource.id as "resourceId", service_id as "serviceId", occupancies
  from resource cross join lateral (
    select service_id, ${occupanciesAsHex('booked_from', 'booked_to', 'count')} as occupancies
    from booking
    where place_of(account_id, resource_id, event_id) = place_of(resource.account_id, resource.id, null)
      and occupied_time(booked_from, booked_to, buffer_before, buffer_after) && tstzrange($3, $4) and tstzrange(booked_from, booked_to) && tstzrange($3, $4)
      and state in (${sqlStates.ongoing}) and is_active_booking(state, expires_at, $5)
      and ($6::integer[] is null or service_id = any ($6::integer[]))
    group by service_id
    union all
    select service_id, ${occupanciesAsHex('starts_at', 'ends_at', 'resource.capacity')}
    from event
    where place_of(account_id, resource_id, null) = place_of(resource.account_id, resource.id, null)
      and occupied_time(starts_at, ends_at, buffer_before, buffer_after) && tstzrange($3, $4) and tstzrange(starts_at, ends_at) && tstzrange($3, $4) and active
      and ($6::integer[] is null or service_id = any ($6::integer[]))
    group by service_id) as occupied
  where resource.account_id = $1 and resource.id = any ($2::integer[])`;

/** Reads what occupies resources in a period, with one statement. */
export async function readOccupanciesByService(
  db: AccountDatabase,
  { resourceIds, serviceIds, within, now }: OccupancyRequest,
): Promise<ServiceOccupancies[]> {
  const parameters = [resourceIds, new Date(within.from), new Date(within.to), now, serviceIds ?? null];
  const rows = await db.query<OccupancyRow>(statement, parameters);
  return rows.map(({ occupancies, ...row }) => ({ ...row, occupancies: readOccupancies(occupancies) }));
}
