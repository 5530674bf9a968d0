import { addDays, datesBetween, type PlainDate, startOfWeek } from '../../platform/time/plain-date.js';
import type { RequestContext } from '../context.js';
import type { DateRange } from '../records/period.input.js';
import type { ServiceLimits } from './booking-limits.rules.js';
import { type CountedResource, countedBookingsSql } from './counted-bookings-sql.js';
import type { LimitLeft } from './joint-matching.rules.js';

interface FullDatesRequest {
  service: ServiceLimits;
  /** The resources of the slots; none for events. */
  resources: readonly { id: number; maxDailyBookings: number | null }[];
  /** The dates on which the slots start. */
  dates: DateRange;
  /** The person for whom the slots are; undefined if the request names none. */
  personId: number | undefined;
  /** A booking that moves. Those that leave are not counted, and limits towards which it counts already do not bind it. */
  moving: { leavingIds: readonly number[]; from: number; resourceIds?: readonly number[] | undefined } | undefined;
}

/** The dates and events that have reached a limit on the number of bookings. */
export interface FullDates {
  /** Dates on which nobody, or not the person, may book the service. */
  readonly dates: ReadonlySet<PlainDate>;
  readonly ofResource: ReadonlyMap<number, ReadonlySet<PlainDate>>;
  /** The events for which the person cannot be booked again. */
  readonly eventIds: ReadonlySet<number>;
  /** Returns the limits of the service and of the person for a booking that begins on a date. */
  readonly limitsOn: (date: PlainDate) => LimitLeft[];
  /** Returns the daily limit of a resource; undefined if it has none. */
  readonly limitOf: (resourceId: number, date: PlainDate) => LimitLeft | undefined;
}

const none: FullDates = {
  dates: new Set(),
  ofResource: new Map(),
  eventIds: new Set(),
  limitsOn: () => [],
  limitOf: () => undefined,
};

/** The number of bookings of a service, a resource or a person that begin on a date. */
interface CountRow {
  counts: 'service' | 'resource' | 'day' | 'open' | 'event';
  /** Of a person: 1 for bookings of the service, 0 for others. */
  id: number;
  date: PlainDate | null;
  count: number;
}

/** Reads which dates are full, by one statement. Without limits, none is sent. */
export async function readFullDates(context: RequestContext, request: FullDatesRequest): Promise<FullDates> {
  const { db, zone, clock, account } = context;
  const { service, resources, dates, personId, moving } = request;
  const limited = resources.filter(({ maxDailyBookings }) => maxDailyBookings);
  const isPersonLimited =
    personId !== undefined &&
    [account, service].some((of) => of.maxActivePerPerson || of.maxDailyPerPerson || of.maxWeeklyPerPerson);
  const countsPerson = isPersonLimited || (personId !== undefined && service.oncePerPerson);
  if (!service.maxDailyBookings && limited.length === 0 && !countsPerson) return none;
  const weeks = { from: startOfWeek(dates.from), to: addDays(startOfWeek(dates.to), 7) };
  const rows = await db.query<CountRow>(account.hasNeeds ? statementWithPlaces : statement, [
    ...[new Date(zone.startOfDay(dates.from)), new Date(zone.startOfDay(addDays(dates.to, 1)))],
    ...[service.maxDailyBookings ? service.id : null, [...new Set(limited.map(({ id }) => id))]],
    ...[countsPerson ? personId : null, service.id, zone.name, clock.now(), moving?.leavingIds ?? []],
    ...[new Date(zone.startOfDay(weeks.from)), new Date(zone.startOfDay(weeks.to))],
  ]);
  const counts = Map.groupBy(rows, (row) => row.counts);
  const listed = datesBetween(dates.from, dates.to);
  const ofService = new Map(counts.get('service')?.map(({ date, count }) => [date, count]));
  const ownDate = moving && zone.dateAt(moving.from);
  const { isPersonFull, personLimitsOn } = personReader(account, service, counts, personId, ownDate);
  const ofResource = Map.groupBy(counts.get('resource') ?? [], ({ id }) => id);
  const maximumOf = new Map(limited.map(({ id, maxDailyBookings }) => [id, maxDailyBookings]));
  const countOf = new Map(counts.get('resource')?.map(({ id, date, count }) => [`${id} ${date}`, count]));
  return {
    dates: new Set(
      listed.filter(
        (date) =>
          (date !== ownDate && isReached(ofService.get(date) ?? 0, service.maxDailyBookings)) || isPersonFull(date),
      ),
    ),
    ofResource: new Map(
      limited.map(({ id, maxDailyBookings }) => {
        const full = (ofResource.get(id) ?? []).filter(({ count }) => isReached(count, maxDailyBookings));
        const left = full.filter(({ date }) => date !== ownDate || !moving?.resourceIds?.includes(id));
        return [id, new Set(left.flatMap(({ date }) => date ?? []))];
      }),
    ),
    eventIds: new Set(service.oncePerPerson ? counts.get('event')?.map(({ id }) => id) : []),
    limitsOn: (date) => [
      ...limitLeft(`service ${service.id} ${date}`, service.maxDailyBookings, ofService.get(date)),
      ...personLimitsOn(date),
    ],
    limitOf: (id, date) => {
      const key = `${id} ${date}`;
      return limitLeft(`resource ${key}`, maximumOf.get(id) ?? null, countOf.get(key))[0];
    },
  };
}

function limitLeft(key: string, maximum: number | null, count = 0): LimitLeft[] {
  return maximum ? [{ key, left: maximum - count }] : [];
}

/** @param ownDate that of the booking that moves */
function personReader(
  account: RequestContext['account'],
  service: ServiceLimits,
  counts: ReadonlyMap<CountRow['counts'], readonly CountRow[]>,
  personId: number | undefined,
  ownDate: PlainDate | undefined,
): { isPersonFull: (date: PlainDate) => boolean; personLimitsOn: FullDates['limitsOn'] } {
  const ownWeek = ownDate && startOfWeek(ownDate);
  const days = counts.get('day') ?? [];
  const sumOf = (rows: readonly CountRow[] = []): number => rows.reduce((sum, { count }) => sum + count, 0);
  const scopes = [
    { of: 'account', limits: account, isCounted: () => true },
    { of: `service ${service.id}`, limits: service, isCounted: ({ id }: CountRow) => id === 1 },
  ].map(({ of, limits, isCounted }) => ({
    of,
    limits,
    open: sumOf((counts.get('open') ?? []).filter(isCounted)),
    byDay: Map.groupBy(days.filter(isCounted), ({ date }) => date),
    byWeek: Map.groupBy(days.filter(isCounted), ({ date }) => date && startOfWeek(date)),
  }));
  return {
    isPersonFull: (date) =>
      scopes.some(
        ({ limits, open, byDay, byWeek }) =>
          (ownDate === undefined && isReached(open, limits.maxActivePerPerson)) ||
          (date !== ownDate && isReached(sumOf(byDay.get(date)), limits.maxDailyPerPerson)) ||
          (startOfWeek(date) !== ownWeek && isReached(sumOf(byWeek.get(startOfWeek(date))), limits.maxWeeklyPerPerson)),
      ),
    personLimitsOn: (date) =>
      (personId === undefined ? [] : scopes).flatMap(({ of, limits, open, byDay, byWeek }) => {
        const week = startOfWeek(date);
        return [
          ...limitLeft(`person ${personId} of ${of}`, limits.maxActivePerPerson, open),
          ...limitLeft(`person ${personId} of ${of} ${date}`, limits.maxDailyPerPerson, sumOf(byDay.get(date))),
          ...limitLeft(`person ${personId} of ${of} week ${week}`, limits.maxWeeklyPerPerson, sumOf(byWeek.get(week))),
        ];
      }),
  };
}

function isReached(count: number, limit: number | null): boolean {
  return Boolean(limit) && count >= (limit ?? 0);
}

const day = '(booked_from at time zone $8)::date::text';
const ownService = 'coalesce(service_id = $7, false)::integer';

const bookingsOf = (
  of: 'person' | 'service' | CountedResource,
  id: string,
  from: string,
  to: string,
  condition: string,
) =>
  `(${countedBookingsSql(of, { id, from, to, now: '$9', condition: `${condition} and booking.id <> all ($10::integer[])` })}) as booked`;
const ofPerson = (from: string, to: string, condition: string) => bookingsOf('person', '$6', from, to, condition);

const statementOf = (
  resource: CountedResource,
): string => `select 'service' as counts, $4::integer as id, ${day} as date, count(*)::integer as count
    from ${bookingsOf('service', '$4', '$2', '$3', 'true')} group by ${day}
  union all select 'resource', asked.id, ${day}, count(*)::integer
    from unnest($5::integer[]) as asked (id)
      cross join lateral ${bookingsOf(resource, 'asked.id', '$2', '$3', 'event_id is null')} group by asked.id, ${day}
  union all select 'day', ${ownService}, ${day}, count(*)::integer
    from ${ofPerson('$11', '$12', 'true')} group by ${ownService}, ${day}
  union all select 'open', ${ownService}, null, count(*)::integer
    from ${ofPerson("'-infinity'", "'infinity'", 'booked_to > $9')} group by ${ownService}
  union all select 'event', event_id, null, 1
    from ${ofPerson('$2', '$3', 'coalesce(event_id, 0) > 0')}`;

const statement = statementOf('resource');
const statementWithPlaces = statementOf('placedResource');
