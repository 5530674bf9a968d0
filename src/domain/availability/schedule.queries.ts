import { type LogSnapshot, snapshotColumns, snapshotOf } from '../../outbox/log-snapshot.js';
import type { AccountDatabase } from '../../platform/database/account-database.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { Stored } from '../../platform/database/rows.js';
import { sqlStates } from '../booking-states.js';
import type { Interval } from '../interval.rules.js';
import type { HoursException, HoursSource } from '../resource/opening-hours.rules.js';
import { AvailabilityType, type Service } from '../service/service.entity.js';
import { occupanciesAsHex, readOccupancies } from './occupancies-as-hex.js';
import type { Occupancy } from './occupancy.rules.js';
import { exceptionsIn, hoursReader, type PeriodColumns, weekOf } from './stored-hours.js';

/** Reads inside or outside a transaction. */
type Reader = Pick<AccountDatabase | AccountTransaction, 'query'>;

/** The opening hours, bookings and events of a resource in a period. */
export interface ScheduledResource {
  id: number;
  capacity: number;
  /** Whether the resource offers the service. */
  offers: boolean;
  priorityValue: number | null;
  hours: HoursSource;
  /** Active appointments. */
  occupancies: Occupancy[];
  /** Active events, which occupy the whole resource. */
  blocked: Interval[];
}

export interface ScheduleRequest {
  service: Stored<Service> | undefined;
  /** Resources to read, whether or not they offer the service. If undefined, all that offer it. */
  resourceIds?: readonly number[] | undefined;
  within: Interval;
  /** Holds that expire later count as booked. */
  now: Date;
  /** A booking to ignore, because it is being moved. */
  exceptBookingId?: number | undefined;
  /** Whether to read opening hours; if false, they are empty. */
  needsHours: boolean;
}

/** One row per resource, so that a request for slots needs only one statement. */
interface ScheduleRow {
  id: number;
  capacity: number;
  offers: boolean;
  priorityValue: number | null;
  /** JSON of HoursOfWeek; null if hours are not needed. */
  providerHours: string | null;
  resourceHours: string | null;
  exceptions: HoursException[] | null;
  /** In the format of `occupanciesAsHex`; null if there are none. */
  appointments: string | null;
  /** In the same format, with counts of 0. */
  events: string | null;
}

/** Reads the schedules of active resources, by id, with one statement. */
export async function readSchedules(reader: Reader, request: ScheduleRequest): Promise<ScheduledResource[]> {
  const rows = await readRows<ScheduleRow>(reader, request, request.needsHours ? 'hours' : 'bare');
  return rows.map(resourceReader(request));
}

export interface SchedulesAt {
  /** Active resources by id. */
  resources: ScheduledResource[];
  /** The instant of the statement that read them; undefined if there are no resources. */
  snapshot: LogSnapshot | undefined;
}

/** Reads the schedules of active resources, with their hours, and the instant of the read by one statement. */
export async function readSchedulesAt(reader: Reader, request: ScheduleRequest): Promise<SchedulesAt> {
  const rows = await readRows<ScheduleRow & LogSnapshot>(reader, request, 'hoursAt');
  const [first] = rows;
  return { resources: rows.map(resourceReader(request)), snapshot: first && snapshotOf(first) };
}

function readRows<Row extends ScheduleRow>(
  reader: Reader,
  request: ScheduleRequest,
  statements: 'hours' | 'hoursAt' | 'bare',
): Promise<Row[]> {
  const { resourceIds, within } = request;
  return reader.query<Row>(
    scheduleStatements[statements][resourceIds ? 'ids' : 'all'],
    parametersOf(request, new Date(within.from), new Date(within.to)),
  );
}

/**
 * Reads the schedules of active resources in several periods with one statement.
 *
 * @param periods replace `within` of the request
 * @returns the resources of each period
 */
export async function readSchedulesOfPeriods(
  reader: Reader,
  request: ScheduleRequest & { resourceIds: readonly number[] },
  periods: readonly Interval[],
): Promise<ScheduledResource[][]> {
  const rows = await reader.query<ScheduleRow & { period: number }>(
    scheduleStatements[request.needsHours ? 'hours' : 'bare'].periods,
    parametersOf(
      request,
      periods.map(({ from }) => new Date(from)),
      periods.map(({ to }) => new Date(to)),
    ),
  );
  const byPeriod = Map.groupBy(rows, ({ period }) => period);
  const read = resourceReader(request);
  return periods.map((_, index) => (byPeriod.get(index + 1) ?? []).map(read));
}

function parametersOf(request: ScheduleRequest, ...period: unknown[]): unknown[] {
  const { service, resourceIds, now, exceptBookingId = 0 } = request;
  return [service?.id ?? null, ...period, now, exceptBookingId, ...(resourceIds ? [resourceIds] : [])];
}

function resourceReader({ service }: ScheduleRequest): (row: ScheduleRow) => ScheduledResource {
  const hoursOf = hoursReader();
  const usesProviderHours = service?.availabilityType === AvailabilityType.PROVIDER;
  return ({ id, capacity, offers, priorityValue, providerHours, resourceHours, exceptions, appointments, events }) => ({
    ...{ id, capacity, offers, priorityValue },
    hours: {
      serviceId: service?.id ?? null,
      exceptions: exceptions ?? [],
      providerHours: usesProviderHours && offers ? hoursOf(providerHours) : null,
      resourceHours: hoursOf(resourceHours),
    },
    occupancies: readOccupancies(appointments),
    blocked: readOccupancies(events),
  });
}

const onePeriod: PeriodColumns = { from: '$3', to: '$4' };
const eachPeriod: PeriodColumns = { from: 'period.starts', to: 'period.ends' };
const periods =
  'cross join unnest($3::timestamptz[], $4::timestamptz[]) with ordinality as period (starts, ends, number)';

const hourColumns = (period: PeriodColumns): string =>
  `${weekOf('provider')} as "providerHours", ${weekOf('resource')} as "resourceHours", ${exceptionsIn(period)} as exceptions`;

interface StatementParts {
  needsHours: boolean;
  hasIds: boolean;
  /** Further columns, after a comma. */
  extraColumns?: string;
  period?: PeriodColumns;
}

/**
 * Finds bookings and events by place and range alone, never by account: see 0031-places-of-bookings. The lateral
 * subqueries make PostgreSQL look up each resource by the index; for a join it would scan a small table.
 */
const scheduleStatement = ({
  needsHours,
  hasIds,
  extraColumns = '',
  period = onePeriod,
}: StatementParts): string => `select
  resource.id, resource.capacity, provider.id is not null as offers, provider.priority_value as "priorityValue",
  ${needsHours ? hourColumns(period) : 'null as "providerHours", null as "resourceHours", null as exceptions'},
  appointments, events${extraColumns}
from resource
  ${hasIds ? 'left join' : 'join'} provider on provider.account_id = resource.account_id
    and provider.resource_id = resource.id and provider.service_id = $2 and provider.active
  ${period === eachPeriod ? periods : ''}
  cross join lateral (
    select ${occupanciesAsHex('booked_from', 'booked_to', 'count')} as appointments
    from booking
    where place_of(account_id, resource_id, event_id) = place_of(resource.account_id, resource.id, null)
      and tstzrange(booked_from, booked_to) && tstzrange(${period.from}, ${period.to})
      and state in (${sqlStates.ongoing})
      and is_active_booking(state, expires_at, $5) and booking.id <> $6) as booked
  cross join lateral (
    select ${occupanciesAsHex('starts_at', 'ends_at', '0')} as events
    from event
    where place_of(account_id, resource_id, null) = place_of(resource.account_id, resource.id, null)
      and tstzrange(starts_at, ends_at) && tstzrange(${period.from}, ${period.to}) and active) as blocked
where resource.account_id = $1 and resource.active ${hasIds ? 'and resource.id = any ($7::integer[])' : ''}
order by resource.id`;

const scheduleStatements = {
  hours: statementsOf({ needsHours: true }),
  hoursAt: statementsOf({ needsHours: true, extraColumns: `, ${snapshotColumns}` }),
  bare: statementsOf({ needsHours: false }),
};

function statementsOf(parts: Pick<StatementParts, 'needsHours' | 'extraColumns'>) {
  const ofPeriods = { hasIds: true, extraColumns: ', period.number::integer as period', period: eachPeriod };
  return {
    ids: scheduleStatement({ ...parts, hasIds: true }),
    all: scheduleStatement({ ...parts, hasIds: false }),
    periods: scheduleStatement({ ...parts, ...ofPeriods }),
  };
}
