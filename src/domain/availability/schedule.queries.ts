import type { AccountDatabase, AccountTransaction } from '../../platform/database/account-database.js';
import { integerArray, type Stored } from '../../platform/database/rows.js';
import { parsePgInstant } from '../../platform/time/instant-input.js';
import type { PlainDate } from '../../platform/time/plain-date.js';
import type { Zone } from '../../platform/time/zone.js';
import { AvailabilityType, type Service } from '../service/service.entity.js';
import type { Interval } from './interval.rules.js';
import type { Occupancy } from './occupancy.rules.js';
import type { HoursException, HoursOfWeek, HoursSource } from './opening-hours.rules.js';

/** Whoever reads: inside a transaction or not. */
type Reader = Pick<AccountDatabase | AccountTransaction, 'query' | 'accountId'>;

/** What is known of a resource for some time: when it is open, and who takes it. */
export interface ScheduledResource {
  id: number;
  capacity: number;
  /** Whether the resource offers the service. */
  offers: boolean;
  priorityValue: number | null;
  hours: HoursSource;
  /** Active appointments. */
  occupancies: Occupancy[];
  /** Active events: they take the resource wholly. */
  blocked: Interval[];
}

export interface ScheduleRequest {
  service: Stored<Service> | undefined;
  /** The resources; without them all that offer the service. */
  resourceIds?: readonly number[] | undefined;
  within: Interval;
  zone: Zone;
  /** Decides which holds still count. */
  now: Date;
  /** A booking that moves does not stand in its own way. */
  exceptBookingId?: number | undefined;
  /** Whether it matters when they are open: exception dates are not read otherwise. */
  needsHours: boolean;
}

const week = (alias: string): string =>
  `jsonb_build_array(${['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => `${alias}.opening_hours_${day}`).join(', ')})`;

/** The resources asked about, as a condition on a column; takes account, service and ids as its parameters. */
const amongResources = (column: string): string =>
  `(case when ?::integer[] is null
      then ${column} in (select resource_id from provider where account_id = ? and service_id = ? and active)
      else ${column} = any (?::integer[]) end)`;

/**
 * Schedules of active resources, from three reads whatever the time: resources with their provider, exception dates,
 * and what takes them.
 */
export async function readSchedules(reader: Reader, request: ScheduleRequest): Promise<ScheduledResource[]> {
  const [resources, exceptions, takings] = await Promise.all([
    readResources(reader, request),
    request.needsHours ? readExceptions(reader, request) : [],
    readTakings(reader, request),
  ]);
  const exceptionsOf = Map.groupBy(exceptions, ({ resourceId }) => resourceId);
  const takingsOf = Map.groupBy(takings, ({ resourceId }) => resourceId);
  const usesProviderHours = request.service?.availabilityType === AvailabilityType.PROVIDER;
  return resources.map(({ providerHours, resourceHours, ...resource }) => ({
    ...resource,
    hours: {
      serviceId: request.service?.id ?? null,
      exceptions: exceptionsOf.get(resource.id) ?? [],
      providerHours: usesProviderHours && resource.offers ? providerHours : null,
      resourceHours,
    },
    ...occupied(takingsOf.get(resource.id) ?? []),
  }));
}

interface ResourceRow {
  id: number;
  capacity: number;
  offers: boolean;
  priorityValue: number | null;
  providerHours: HoursOfWeek;
  resourceHours: HoursOfWeek;
}

function selection({ service, resourceIds }: ScheduleRequest, accountId: number): unknown[] {
  const ids = integerArray(resourceIds);
  return [ids, accountId, service?.id ?? null, ids];
}

function readResources(reader: Reader, request: ScheduleRequest): Promise<ResourceRow[]> {
  return reader.query<ResourceRow>(
    `select resource.id, resource.capacity, provider.id is not null as offers,
            provider.priority_value as "priorityValue",
            ${week('provider')} as "providerHours", ${week('resource')} as "resourceHours"
     from resource left join provider on provider.account_id = resource.account_id
       and provider.resource_id = resource.id and provider.service_id = ? and provider.active
     where resource.account_id = ? and resource.active and ${amongResources('resource.id')}
     order by resource.account_id, resource.id`,
    [request.service?.id ?? null, reader.accountId, ...selection(request, reader.accountId)],
  );
}

type ExceptionRow = HoursException & { resourceId: number };

function readExceptions(reader: Reader, request: ScheduleRequest): Promise<ExceptionRow[]> {
  const { from, to } = datesOf(request);
  return reader.query<ExceptionRow>(
    `select resource_id as "resourceId", exception_date::text as date, service_id as "serviceId",
            opening_hours as "openingHours"
     from resource_exception_date
     where account_id = ? and exception_date between ? and ? and ${amongResources('resource_id')}`,
    [reader.accountId, from, to, ...selection(request, reader.accountId)],
  );
}

interface Taking {
  resourceId: number;
  starts: string;
  ends: string;
  /** People of an appointment; null for an event. */
  count: number | null;
}

function readTakings(reader: Reader, request: ScheduleRequest): Promise<Taking[]> {
  const { from, to } = request.within;
  const within = [new Date(from), new Date(to)];
  const selected = selection(request, reader.accountId);
  return reader.query<Taking>(
    `select resource_id as "resourceId", booked_from::text as starts, booked_to::text as ends, count
     from booking
     where account_id = ? and booked_to > ? and booked_from < ? and event_id is null
       and state in ('awaiting_verification', 'awaiting_payment', 'awaiting_confirmation', 'confirmed')
       and is_active_booking(state, expires_at, ?) and id <> ? and ${amongResources('resource_id')}
     union all
     select resource_id, starts_at::text, ends_at::text, null
     from event
     where account_id = ? and active and ends_at > ? and starts_at < ? and ${amongResources('resource_id')}`,
    [
      ...[reader.accountId, ...within, request.now, request.exceptBookingId ?? 0, ...selected],
      ...[reader.accountId, ...within, ...selected],
    ],
  );
}

function occupied(takings: readonly Taking[]): Pick<ScheduledResource, 'occupancies' | 'blocked'> {
  const occupancies: Occupancy[] = [];
  const blocked: Interval[] = [];
  for (const { starts, ends, count } of takings) {
    const time = { from: parsePgInstant(starts), to: parsePgInstant(ends) };
    if (count === null) blocked.push(time);
    else occupancies.push({ ...time, count });
  }
  return { occupancies, blocked };
}

const dayLength = 86_400_000;

/** Hours of the date before may reach into the time, and those of the date after touch it. */
function datesOf({ within, zone }: ScheduleRequest): { from: PlainDate; to: PlainDate } {
  return { from: zone.dateAt(within.from - dayLength), to: zone.dateAt(within.to + dayLength) };
}
