import { type LogSnapshot, snapshotColumns, snapshotOf } from '../../outbox/log-snapshot.js';
import type { AccountDatabase } from '../../platform/database/account-database.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { Interval } from '../../platform/time/interval.js';
import { addDays } from '../../platform/time/plain-date.js';
import { lastMinuteOfHours } from '../../platform/time/wall-time.js';
import { slotGenerationNumbers } from '../account/account-choices.rules.js';
import { closedDates } from '../account/closed-dates.js';
import { sqlStates } from '../booking-states.js';
import type { RequestContext } from '../context.js';
import type { DateRange } from '../records/period.input.js';
import { type DatedHoursRow, datedHoursIn, noDatedHours, type PeriodColumns, weekOf } from '../resource/hours-sql.js';
import type { HoursOfWeek, HoursSource } from '../resource/opening-hours.rules.js';
import { AvailabilityType, type Service } from '../service/service.entity.js';
import { buffersWith, type Occupancy, occupiedTime, type ResourceTerms, resourceTermsOf } from './occupancy.rules.js';
import { dayBookingOf, openTimesReader } from './open-times.rules.js';
import { placedSql } from './placed-sql.js';
import { type LengthWith, lastTouched, type SlotLength } from './slot-intervals.rules.js';
import type { SlotService } from './slots.rules.js';

/** Reads inside or outside a transaction. */
type Reader = Pick<AccountDatabase | AccountTransaction, 'query'>;

/** The opening hours, bookings and events of a resource in a period. Bookings and events include their buffers. */
export interface ScheduledResource {
  id: number;
  capacity: number;
  /** The most appointments that begin on one day; null or 0 if there is no limit. */
  maxDailyBookings: number | null;
  /** Whether the resource offers the service. */
  offers: boolean;
  /** The need for which it offers the service. Null if the schedules are not of needs. */
  needId: number | null;
  priorityValue: number | null;
  /** The values that it has of its own for the service; undefined if none. */
  terms: ResourceTerms | undefined;
  hours: HoursSource;
  /** Active appointments. */
  occupancies: Occupancy[];
  /** Active events, which occupy the whole resource. */
  blocked: Interval[];
  /** The entries of its calendars of other programs, as they were last read. They occupy the whole resource. */
  external: Interval[];
}

/** Returns a schedule in which the entries of other calendars occupy the resource as events do. */
export function withExternal(schedule: ScheduledResource): ScheduledResource {
  return { ...schedule, blocked: [...schedule.blocked, ...schedule.external] };
}

interface ScheduleRequest {
  service: Service | undefined;
  /** Resources to read, whether or not they offer the service. If undefined, all that offer it. */
  resourceIds?: readonly number[] | undefined;
  /** The period of the bookings and events, with the buffers of the service. */
  within: Interval;
  /** Holds that expire later count as booked. */
  now: Date;
  /** Bookings to ignore, because they are being moved. None unless given. */
  exceptBookingIds?: readonly number[] | undefined;
  /** Whether to read opening hours; if false, they are empty. */
  needsHours: boolean;
  /** Whether the account has calendars of other programs (`readsCalendars`). */
  readsCalendars: boolean;
  /** Whether services of the account have needs (`hasNeeds`), so that bookings have places on several resources. */
  hasNeeds: boolean;
  /** Whether the service has needs: a resource then has a schedule for each need that it may serve. False unless given. */
  ofNeeds?: boolean | undefined;
}

/** One row per resource, so that a request for slots needs only one statement. */
interface ScheduleRow extends DatedHoursRow {
  id: number;
  capacity: number;
  maxDailyBookings: number | null;
  offers: boolean;
  needId: number | null;
  priorityValue: number | null;
  interval: number | null;
  price: string | null;
  bufferBefore: number | null;
  bufferAfter: number | null;
  /** JSON of HoursOfWeek; null if hours are not needed. */
  providerHours: string | null;
  resourceHours: string | null;
  /** In the format of `occupanciesAsHex`; null if there are none. */
  appointments: string | null;
  /** In the same format, with counts of 0. */
  events: string | null;
  external: string | null;
}

/** Reads the schedules of active resources, by id, with one statement. */
export async function readSchedules(reader: Reader, request: ScheduleRequest): Promise<ScheduledResource[]> {
  const rows = await readRows<ScheduleRow>(reader, request, request.needsHours ? 'hours' : 'bare');
  return rows.map(resourceReader(request.service));
}

interface SchedulesAt {
  /** Active resources by id. */
  resources: ScheduledResource[];
  /** The instant of the statement that read them; undefined if there are no resources. */
  snapshot: LogSnapshot | undefined;
}

/** Reads the schedules of active resources, with their hours, and the instant of the read by one statement. */
export async function readSchedulesAt(reader: Reader, request: ScheduleRequest): Promise<SchedulesAt> {
  const rows = await readRows<ScheduleRow & LogSnapshot>(reader, request, 'hoursAt');
  const [first] = rows;
  return { resources: rows.map(resourceReader(request.service)), snapshot: first && snapshotOf(first) };
}

function readRows<Row extends ScheduleRow>(
  reader: Reader,
  request: ScheduleRequest,
  statements: 'hours' | 'hoursAt' | 'bare',
): Promise<Row[]> {
  const { resourceIds, within } = request;
  return reader.query<Row>(
    statementsFor(request)[statements][resourceIds ? 'ids' : 'all'],
    parametersOf(request, new Date(within.from), new Date(within.to)),
  );
}

/** A request for the schedules of named resources. */
export interface NamedScheduleRequest extends Omit<ScheduleRequest, 'service' | 'exceptBookingIds'> {
  serviceId: number | null;
  /** A booking to ignore, because it is being moved. */
  exceptBookingId?: number | undefined;
  resourceIds: readonly number[];
  /** The period of the bookings and events, to which the statement adds the buffers of the service with each resource. */
  within: Interval;
}

/**
 * Reads the schedules of one or more requests with one statement. The requests may differ in everything but
 * `now`, `needsHours`, `readsCalendars`, `hasNeeds` and `ofNeeds`, which are those of the first.
 *
 * @param readServices reads the services of the requests, by id. It is called when the statement is on its way, so that
 *   both are sent in one message
 * @returns the active resources of each request
 */
export async function readSchedulesOfRequests(
  reader: Reader,
  requests: readonly NamedScheduleRequest[],
  readServices: () => Promise<ReadonlyMap<number, Service>>,
): Promise<ScheduledResource[][]> {
  const asked = requests.flatMap((request, index) =>
    [...new Set(request.resourceIds)].map((resourceId) => ({ request, index, resourceId })),
  );
  const [first] = asked;
  if (!first) return requests.map(() => []);
  const reading = reader.query<ScheduleRow & { number: number }>(
    statementsFor(first.request)[first.request.needsHours ? 'hours' : 'bare'].requests,
    [
      asked.map(({ request: { serviceId } }) => serviceId),
      asked.map(({ request: { within } }) => new Date(within.from)),
      asked.map(({ request: { within } }) => new Date(within.to)),
      first.request.now,
      asked.map(({ request: { exceptBookingId = 0 } }) => exceptBookingId),
      asked.map(({ resourceId }) => resourceId),
    ],
  );
  const [rows, services] = await Promise.all([reading, readServices()]);
  const byRequest = Map.groupBy(rows, ({ number }) => asked[number - 1]?.index);
  return requests.map(({ serviceId }, index) =>
    (byRequest.get(index) ?? []).map(resourceReader(services.get(serviceId ?? 0))),
  );
}

function parametersOf(request: ScheduleRequest, ...period: unknown[]): unknown[] {
  const { service, resourceIds, now, exceptBookingIds = [] } = request;
  return [service?.id ?? null, ...period, now, exceptBookingIds, ...(resourceIds ? [resourceIds] : [])];
}

function resourceReader(service: Service | undefined): (row: ScheduleRow) => ScheduledResource {
  const hoursOf = hoursReader();
  const usesProviderHours = service?.availabilityType === AvailabilityType.PROVIDER;
  return ({ id, capacity, maxDailyBookings, offers, needId, priorityValue, ...row }) => ({
    ...{ id, capacity, maxDailyBookings, offers, needId, priorityValue },
    terms: resourceTermsOf(row),
    hours: {
      serviceId: service?.id ?? null,
      exceptions: row.exceptions ?? [],
      rotas: row.rotas,
      timeOff: row.timeOff,
      providerHours: usesProviderHours && offers ? hoursOf(row.providerHours) : null,
      resourceHours: hoursOf(row.resourceHours),
    },
    occupancies: readOccupancies(row.appointments),
    blocked: readOccupancies(row.events),
    external: readOccupancies(row.external),
  });
}

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

/** SQL expressions for the parameters of a request. */
interface AskedColumns extends PeriodColumns {
  service: string;
  /** The condition that a booking counts. */
  isCounted: string;
}

/** A list that the planner does not see. */
const hidden = (parameter: string, type: string): string => `(select ${parameter}::${type}[])::${type}[]`;
const oneRequest: AskedColumns = {
  ...{ service: '$2', from: '$3', to: '$4' },
  isCounted: `booking.id <> all (${hidden('$6', 'integer')})`,
};
const eachRequest: AskedColumns = {
  service: 'asked.service_id',
  from: `(asked.starts - coalesce(provider.buffer_before, service.buffer_before, 0) * interval '1 minute')`,
  to: `(asked.ends + coalesce(provider.buffer_after, service.buffer_after, 0) * interval '1 minute')`,
  isCounted: 'booking.id <> asked.except_booking_id',
};
const requests = `unnest(${hidden('$2', 'integer')}, ${hidden('$3', 'timestamptz')}, ${hidden('$4', 'timestamptz')},
    ${hidden('$6', 'integer')}, ${hidden('$7', 'integer')})
  with ordinality as asked (service_id, starts, ends, except_booking_id, resource_id, number)
  left join service on service.account_id = $1 and service.id = asked.service_id`;

const hourColumns = (period: PeriodColumns): string =>
  `${weekOf('provider')} as "providerHours", ${weekOf('resource')} as "resourceHours", ${datedHoursIn(period)}`;

interface StatementParts {
  needsHours: boolean;
  readsCalendars: boolean;
  hasNeeds: boolean;
  ofNeeds: boolean;
  hasIds: boolean;
  /** Further columns, after a comma. */
  extraColumns?: string;
  asked?: AskedColumns;
}

/**
 * Finds bookings and events by place and range alone, never by account: see 0031-places-of-bookings. The lateral
 * subqueries make PostgreSQL look up each resource by the index; for a join it would scan a small table. `lower` and
 * `upper` of `occupied_time` would take 0.15 µs more for each row.
 *
 * Lists are subqueries, so that the planner does not see their length (`hidden`). PostgreSQL keeps a plan only while it
 * estimates the plan for all values to cost no more than that for the values given. For one id it planned each time, in
 * 1.5 of 2 ms.
 */
const scheduleStatement = ({
  needsHours,
  readsCalendars,
  hasNeeds,
  ofNeeds,
  hasIds,
  extraColumns = '',
  asked = oneRequest,
}: StatementParts): string => `select
  resource.id, resource.capacity, resource.max_daily_bookings as "maxDailyBookings", provider.id is not null as offers, provider.need_id as "needId", provider.priority_value as "priorityValue",
  provider.interval, provider.price, provider.buffer_before as "bufferBefore", provider.buffer_after as "bufferAfter",
  ${needsHours ? hourColumns(asked) : `null as "providerHours", null as "resourceHours", ${noDatedHours}`},
  appointments, events, ${readsCalendars ? 'external' : 'null as external'}${extraColumns}
from ${asked === eachRequest ? `${requests} join resource on resource.id = asked.resource_id` : 'resource'}
  ${hasIds && !ofNeeds ? 'left join' : 'join'} provider on provider.account_id = resource.account_id
    and provider.resource_id = resource.id and provider.service_id = ${asked.service} and provider.active
    and provider.need_id is ${ofNeeds ? 'not null' : 'null'}
  cross join lateral (${hasNeeds ? appointmentsAndPlaces(asked) : appointments(asked)}) as booked
  cross join lateral (
    select ${occupanciesAsHex('occupied_start(starts_at, buffer_before)', 'occupied_end(ends_at, buffer_after)', '0')} as events
    from event
    where place_of(account_id, resource_id, null) = place_of(resource.account_id, resource.id, null)
      and occupied_time(starts_at, ends_at, buffer_before, buffer_after) && tstzrange(${asked.from}, ${asked.to}) and active) as blocked
  ${readsCalendars ? externalBusy(asked) : ''}
where resource.account_id = $1 and resource.active
  ${hasIds && asked === oneRequest ? `and resource.id = any (${hidden('$7', 'integer')})` : ''}
order by ${asked === eachRequest ? 'asked.number' : 'resource.id'}`;

const startAndEnd = ['occupied_start(booked_from, buffer_before)', 'occupied_end(booked_to, buffer_after)'] as const;

/** The active bookings of the resource. */
const bookingsOn = ({ from, to, isCounted }: AskedColumns): string => `from booking
    where place_of(account_id, resource_id, event_id) = place_of(resource.account_id, resource.id, null)
      and occupied_time(booked_from, booked_to, buffer_before, buffer_after) && tstzrange(${from}, ${to})
      and state in (${sqlStates.ongoing})
      and is_active_booking(state, expires_at, $5) and ${isCounted}`;

const appointments = (asked: AskedColumns): string =>
  `select ${occupanciesAsHex(...startAndEnd, 'count')} as appointments ${bookingsOn(asked)}`;

/** Its active bookings, and the places on it of others: only for accounts with needs. */
const appointmentsAndPlaces = (asked: AskedColumns): string => {
  const { from, to, isCounted } = asked;
  const placed = placedSql({ accountId: 'resource.account_id', resourceId: 'resource.id', from, to, now: '$5' });
  return `select ${occupanciesAsHex('starts', 'ends', 'count')} as appointments from (
      select ${startAndEnd[0]} as starts, ${startAndEnd[1]} as ends, count ${bookingsOn(asked)} and not has_places
      union all
      select occupied_start(starts_at, buffer_before), occupied_end(ends_at, buffer_after), count
      from (${placed} and ${isCounted}) as placed) as taken`;
};

/** The times by calendars of other programs: only for accounts with such calendars, since others would pay for the look-up. */
const externalBusy = ({ from, to }: PeriodColumns): string => `cross join lateral (
    select ${occupanciesAsHex('starts_at', 'ends_at', '0')} as external
    from external_busy
    where place_of(account_id, resource_id, null) = place_of(resource.account_id, resource.id, null)
      and tstzrange(starts_at, ends_at) && tstzrange(${from}, ${to})) as elsewhere`;

type AccountParts = Pick<StatementParts, 'readsCalendars' | 'hasNeeds' | 'ofNeeds'>;

const plainStatements = allStatements({ readsCalendars: false, hasNeeds: false, ofNeeds: false });
const statementsWithCalendars = allStatements({ readsCalendars: true, hasNeeds: false, ofNeeds: false });
const statementsWithNeeds = allStatements({ readsCalendars: false, hasNeeds: true, ofNeeds: false });
const statementsWithBoth = allStatements({ readsCalendars: true, hasNeeds: true, ofNeeds: false });
const statementsOfNeeds = allStatements({ readsCalendars: false, hasNeeds: true, ofNeeds: true });
const statementsOfNeedsWithCalendars = allStatements({ readsCalendars: true, hasNeeds: true, ofNeeds: true });

function statementsFor({
  readsCalendars,
  hasNeeds,
  ofNeeds,
}: Pick<ScheduleRequest, 'readsCalendars' | 'hasNeeds' | 'ofNeeds'>): typeof plainStatements {
  if (ofNeeds) return readsCalendars ? statementsOfNeedsWithCalendars : statementsOfNeeds;
  if (hasNeeds) return readsCalendars ? statementsWithBoth : statementsWithNeeds;
  return readsCalendars ? statementsWithCalendars : plainStatements;
}

function allStatements(ofAccount: AccountParts) {
  return {
    hours: statementsOf({ needsHours: true, ...ofAccount }),
    hoursAt: statementsOf({ needsHours: true, ...ofAccount, extraColumns: `, ${snapshotColumns}` }),
    bare: statementsOf({ needsHours: false, ...ofAccount }),
  };
}

function statementsOf(parts: Omit<StatementParts, 'hasIds' | 'asked'>) {
  const ofRequests = { hasIds: true, extraColumns: ', asked.number::integer as number', asked: eachRequest };
  return {
    ids: scheduleStatement({ ...parts, hasIds: true }),
    all: scheduleStatement({ ...parts, hasIds: false }),
    requests: scheduleStatement({ ...parts, ...ofRequests }),
  };
}

/** The longest that hours can last after midnight, in minutes: up to an hour more if the clock goes back. */
const longestNight = lastMinuteOfHours - 1440 + 60;
const msPerMinute = 60_000;

/**
 * Reads schedules for the slots of dates. If slots start where a resource becomes free, those of a night depend on the
 * bookings of the evening before. Only then, they are read, too, by a second statement.
 */
export async function readForSlots<Found extends { resources: ScheduledResource[] }>(
  context: RequestContext,
  service: Service,
  dates: DateRange,
  lengthWith: LengthWith,
  read: (within: Interval) => Promise<Found>,
): Promise<Found> {
  const { within, found } = await readWithTerms(
    (terms) => timeOfSlots(context, service, dates, lengthWith(terms), terms),
    read,
  );
  if (service.hasDayBooking || generationOf(context) === 'FIXED') return found;
  const { zone } = context;
  const before = addDays(dates.from, -1);
  const opening = { zone, dayBooking: 'NONE' as const, closedDates: closedDates(context, [before]) };
  const openTimesOf = openTimesReader(before, opening);
  const midnight = zone.startOfDay(dates.from);
  const hasNight = found.resources.some(({ hours }) => (openTimesOf(hours).at(-1)?.to ?? 0) > midnight);
  return hasNight ? read({ from: within.from - midnight + zone.startOfDay(before), to: within.to }) : found;
}

/**
 * Reads schedules in the time that the service occupies. If the terms of a resource occupy more, and only then, all are
 * read again by a second statement, which reaches as far.
 */
export async function readWithTerms<Found extends { resources: ScheduledResource[] }>(
  timeWith: (terms: ResourceTerms | undefined) => Interval,
  read: (within: Interval) => Promise<Found>,
): Promise<{ within: Interval; found: Found }> {
  const within = timeWith(undefined);
  const found = await read(within);
  const own = found.resources.flatMap(({ terms }) => (terms ? timeWith(terms) : []));
  const from = Math.min(within.from, ...own.map((time) => time.from));
  const to = Math.max(within.to, ...own.map((time) => time.to));
  if (from === within.from && to === within.to) return { within, found };
  return { within: { from, to }, found: await read({ from, to }) };
}

/** Returns the time that slots which start on a date of the range may occupy, with their buffers. */
function timeOfSlots(
  context: RequestContext,
  service: Service,
  { from, to }: DateRange,
  length: SlotLength,
  terms: ResourceTerms | undefined,
): Interval {
  const { zone } = context;
  const days = timeOf(context, { from, to: service.hasDayBooking ? lastTouched(service, to, length, zone) : to });
  return occupiedTime({ from: days.from, to: days.to + timeAfter(service, length) }, buffersWith(service, terms));
}

/** Returns how long slots can last after the end of the last date, in milliseconds. */
function timeAfter(service: Service, { minutes }: SlotLength): number {
  if (service.sameDay) return 0;
  switch (dayBookingOf(service)) {
    case 'NONE':
      return minutes * msPerMinute;
    case 'MIDNIGHT':
      return 0;
    case 'OPENING':
      return longestNight * msPerMinute;
  }
}

/** Returns the time of the dates, from midnight to midnight. */
export function timeOf({ zone }: RequestContext, { from, to }: DateRange): Interval {
  return { from: zone.startOfDay(from), to: zone.startOfDay(addDays(to, 1)) };
}

export function generationOf({ account }: RequestContext): SlotService['generation'] {
  return account.slotGenerationType === slotGenerationNumbers.fixed ? 'FIXED' : 'NEXT_AVAILABLE';
}
