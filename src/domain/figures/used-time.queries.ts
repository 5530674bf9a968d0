import { setImmediate } from 'node:timers/promises';
import type { AccountDatabase } from '../../platform/database/account-database.js';
import type { Interval } from '../../platform/time/interval.js';
import { addDays, datesBetween } from '../../platform/time/plain-date.js';
import { closedDates } from '../account/closed-dates.js';
import { dayBookingOf } from '../availability/open-times.rules.js';
import { placedSql } from '../availability/placed-sql.js';
import { hoursReader, occupanciesAsHex, readOccupancies } from '../availability/schedule.queries.js';
import { sqlStates } from '../booking-states.js';
import type { RequestContext } from '../context.js';
import { type DatedHoursRow, datedHoursIn, weekOf } from '../resource/hours-sql.js';
import type { HoursOfWeek, HoursSource } from '../resource/opening-hours.rules.js';
import { AvailabilityType } from '../service/service.entity.js';
import {
  type OfferedHours,
  offeredTimesReader,
  type ReadOfferedTimes,
  type ResourceHours,
} from './offered-times.rules.js';
import { gridOf, type ServiceOccupancies, type Split, UsedTimeSums, type UsedTimes } from './used-time.rules.js';

interface UsedTimeRequest extends Split {
  /** Active resources. */
  resourceIds: readonly number[];
}

/** Resources read by one statement. */
const resourcesPerRead = 50;
/** Cells and changes of a load after which the loop yields to other requests. They take about 5 ms. */
const workPerTurn = 20_000;

/**
 * Computes how much of the time of resources is open, booked, blocked and free.
 *
 * PostgreSQL only selects the bookings, in batches of 50 resources and 31 days. The capacity limits what is booked at
 * each instant, so the bookings of a resource have to be swept in order of time, together with its open times, which only
 * the rules of slots can compute. Sums by PostgreSQL for each resource and day, by a join with the open times, were
 * rejected: even without the limit they took 2.7 s for 99,000 bookings of 50 resources, which are read in 1.2 s and swept
 * in 0.2 s. The batches are not read from one snapshot: a booking that moves meanwhile may count twice or not at all.
 */
export async function readUsedTimes(context: RequestContext, request: UsedTimeRequest): Promise<UsedTimes> {
  const { db, clock } = context;
  const { period, resourceIds, serviceIds } = request;
  const now = clock.now();
  const grid = gridOf(period, request.times);
  const sums = new UsedTimeSums(request, grid);
  let work = 0;
  for (let start = 0; start < resourceIds.length; start += resourcesPerRead) {
    const ids = resourceIds.slice(start, start + resourcesPerRead);
    const resources = await readResourceHours(db, ids, period);
    for (const cells of grid.slices) {
      const within = { from: cells[0]?.from ?? period.from, to: cells.at(-1)?.to ?? period.to };
      const occupied = await readOccupanciesByService(context, { resourceIds: ids, serviceIds, within, now });
      const occupiedOf = Map.groupBy(occupied, ({ resourceId }) => resourceId);
      const readTimes = timesReaderOf(context, within);
      for (const resource of resources) {
        work += sums.add(resource, occupiedOf.get(resource.id) ?? [], readTimes, cells);
        if (work < workPerTurn) continue;
        work = 0;
        await setImmediate();
      }
    }
  }
  return sums.result();
}

/** Starts one day early, because a clock change at midnight can move hours to the next date. */
function timesReaderOf(context: RequestContext, { from, to }: Interval): ReadOfferedTimes {
  const { zone } = context;
  const dates = datesBetween(addDays(zone.dateAt(from), -1), zone.dateAt(to - 1));
  return offeredTimesReader(dates, { zone, closedDates: closedDates(context, dates) });
}

interface ResourceRow extends DatedHoursRow {
  id: number;
  capacity: number;
  hours: string;
}

interface OfferRow {
  resourceId: number;
  serviceId: number;
  availabilityType: AvailabilityType;
  hasDayBooking: boolean;
  dayBookingSpecifyTime: boolean;
  hours: string;
}

const resourceStatement = `select id, capacity, ${weekOf('resource')} as hours,
    ${datedHoursIn({ from: '$3', to: '$4' })}
  from resource where account_id = $1 and id = any ($2::integer[]) order by id`;

/** Only appointments have slots, so other services have no hours. */
const offerStatement = `select provider.resource_id as "resourceId", service.id as "serviceId",
    availability_type as "availabilityType", has_day_booking as "hasDayBooking",
    day_booking_specify_time as "dayBookingSpecifyTime", ${weekOf('provider')} as hours
  from provider join service on service.account_id = provider.account_id and service.id = provider.service_id
  where provider.account_id = $1 and provider.resource_id = any ($2::integer[]) and provider.active
    and service.active and booking_type = 'appointment'
  order by service.id`;

/** Reads the hours of resources for the appointment services that they offer, with two statements. */
async function readResourceHours(
  db: AccountDatabase,
  ids: readonly number[],
  { from, to }: Interval,
): Promise<ResourceHours[]> {
  const [resources, offers] = await Promise.all([
    db.query<ResourceRow>(resourceStatement, [ids, new Date(from), new Date(to)]),
    db.query<OfferRow>(offerStatement, [ids]),
  ]);
  const offersOf = Map.groupBy(offers, ({ resourceId }) => resourceId);
  const hoursOf = hoursReader();
  return resources.map(({ id, capacity, hours, exceptions, ...dated }): ResourceHours => {
    const ofResource = { resourceHours: hoursOf(hours), ...dated };
    const offered = (offersOf.get(id) ?? []).map((offer) => offeredHours(offer, hoursOf(offer.hours), ofResource));
    return { id, capacity, exceptions: exceptions ?? [], offered: offered.length > 0 ? offered : [own(ofResource)] };
  });
}

type HoursOfResource = Pick<HoursSource, 'resourceHours' | 'rotas' | 'timeOff'>;

function offeredHours(
  { serviceId, availabilityType, ...service }: OfferRow,
  providerHours: HoursOfWeek,
  ofResource: HoursOfResource,
): OfferedHours {
  const usesProviderHours = availabilityType === AvailabilityType.PROVIDER;
  return {
    serviceId,
    dayBooking: dayBookingOf(service),
    source: { serviceId, providerHours: usesProviderHours ? providerHours : null, ...ofResource },
  };
}

function own(ofResource: HoursOfResource): OfferedHours {
  return { serviceId: null, dayBooking: 'NONE', source: { serviceId: null, providerHours: null, ...ofResource } };
}

interface OccupancyRequest {
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

const placesByService = `union all
    select service_id, ${occupanciesAsHex('starts_at', 'ends_at', 'count')}
    from (${placedSql({ accountId: 'resource.account_id', resourceId: 'resource.id', from: '$3', to: '$4', now: '$5' })}
      and tstzrange(starts_at, ends_at) && tstzrange($3, $4)
      and ($6::integer[] is null or service_id = any ($6::integer[]))) as placed
    group by service_id`;

/** Finds bookings and events by place and range, as the statement of schedules does. Buffers are not counted. */
const statementFor = (
  hasNeeds: boolean,
): string => `select resource.id as "resourceId", service_id as "serviceId", occupancies
  from resource cross join lateral (
    select service_id, ${occupanciesAsHex('booked_from', 'booked_to', 'count')} as occupancies
    from booking
    where place_of(account_id, resource_id, event_id) = place_of(resource.account_id, resource.id, null)
      and occupied_time(booked_from, booked_to, buffer_before, buffer_after) && tstzrange($3, $4) and tstzrange(booked_from, booked_to) && tstzrange($3, $4)
      and state in (${sqlStates.ongoing}) and is_active_booking(state, expires_at, $5)
      and ($6::integer[] is null or service_id = any ($6::integer[])) ${hasNeeds ? 'and not has_places' : ''}
    group by service_id
    ${hasNeeds ? placesByService : ''}
    union all
    select service_id, ${occupanciesAsHex('starts_at', 'ends_at', 'resource.capacity')}
    from event
    where place_of(account_id, resource_id, null) = place_of(resource.account_id, resource.id, null)
      and occupied_time(starts_at, ends_at, buffer_before, buffer_after) && tstzrange($3, $4) and tstzrange(starts_at, ends_at) && tstzrange($3, $4) and active
      and ($6::integer[] is null or service_id = any ($6::integer[]))
    group by service_id) as occupied
  where resource.account_id = $1 and resource.id = any ($2::integer[])`;
const statement = statementFor(false);
const statementWithPlaces = statementFor(true);

/** Reads what occupies resources in a period, with one statement. */
async function readOccupanciesByService(
  { db, account }: RequestContext,
  { resourceIds, serviceIds, within, now }: OccupancyRequest,
): Promise<ServiceOccupancies[]> {
  const parameters = [resourceIds, new Date(within.from), new Date(within.to), now, serviceIds ?? null];
  const rows = await db.query<OccupancyRow>(account.hasNeeds ? statementWithPlaces : statement, parameters);
  return rows.map(({ occupancies, ...row }) => ({ ...row, occupancies: readOccupancies(occupancies) }));
}
