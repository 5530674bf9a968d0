import { hasPlaceOn } from '../availability/placed-sql.js';
import { activeBookingSql, BookingState, bookingOfPersonSql } from '../booking-states.js';
import { FigureDimension, isRecordDimension } from './dimensions.js';
import type { Aggregate, FigureSource, FigureStatement, NamedAggregates, PeriodSql } from './figure-statements.js';
import { statesOf } from './groupings.queries.js';

/** SQL: the price of a booking without its discount, from its order. The bookings of a visit share one. */
export const valueOfBooking = `case when booking.visit_id is null then booking_order.total - booking_order.discount_amount else (
    select (item.share ->> 'total')::numeric - (item.share ->> 'discountAmount')::numeric from order_line_item item
    where item.account_id = booking.account_id and item.booking_id = booking.id) end`;

/**
 * Sums over the rows of `booking`, and of its order. Intervals are added up exactly; adding up their seconds as numbers of
 * type numeric takes half as long again.
 */
const partialSums = {
  bookings: 'count(*)',
  people: 'sum(booking.count)',
  length: 'sum(booking.booked_to - booking.booked_from)',
  value: `sum(${valueOfBooking}) filter (where booking_order.state <> 'cancelled')`,
  paid: 'sum(booking.paid_amount)',
} as const;

const rows = {
  table: 'booking',
  time: 'booking.booked_from',
  keys: {
    [FigureDimension.SERVICE]: 'booking.service_id',
    [FigureDimension.RESOURCE]: 'booking.resource_id',
    [FigureDimension.EVENT]: 'booking.event_id',
    [FigureDimension.CATEGORY]: 'category_service.category_id',
    [FigureDimension.STATE]: 'booking.state',
    [FigureDimension.STATUS]: 'booking.status',
    [FigureDimension.CREATED_BY]: 'booking.created_by',
  },
  joins: {
    booking_order:
      'left join booking_order on booking_order.account_id = booking.account_id and booking_order.id = booking.order_id',
    category_service:
      'left join category_service on category_service.account_id = booking.account_id and category_service.service_id = booking.service_id',
  },
  conditions: conditionsOf,
} satisfies Partial<FigureSource>;

const sums: FigureSource = { ...rows, isAdditive: true, compose: composeSums };

/** A number whose sum over groups is the total. @param toSql converts the sum, which is null without rows */
function sumOf(part: keyof typeof partialSums, toSql: (sum: string) => string, condition?: string): Aggregate {
  const sum = `sum(${part})${condition ? ` filter (where ${condition})` : ''}`;
  return { of: sums, part: `${partialSums[part]} as ${part}`, sql: toSql(sum) };
}

/** @param condition SQL on the columns `state` and `status`. By default, all bookings count */
export const count = (condition?: string): Aggregate =>
  sumOf('bookings', (sum) => `coalesce(${sum}, 0)::integer`, condition);
export const people = sumOf('people', (sum) => `coalesce(${sum}, 0)::float8`);
export const seconds = sumOf('length', (sum) => `coalesce(extract(epoch from ${sum}), 0)::float8`);
/** An amount has type text, because it is exact. */
export const amountOf = (part: 'value' | 'paid'): Aggregate => sumOf(part, (sum) => `coalesce(${sum}, 0)::text`);

/** The median of the time between creation and start. */
export const medianLeadSeconds: Aggregate = {
  of: { ...rows, isAdditive: false },
  sql: 'percentile_cont(0.5) within group (order by extract(epoch from booking.booked_from - booking.created_at)::float8)',
};

/** New and returning people. */
export const visitors: Aggregate = { of: { ...rows, isAdditive: false, compose: composeVisitors }, sql: '' };

/** The same states as a list of the bookings of a period. */
function conditionsOf(statement: FigureStatement): string[] {
  const { filter } = statement.request;
  const ids = {
    service_id: filter.serviceId,
    event_id: filter.eventId,
    person_id: filter.personId,
  };
  return [
    ...stateCondition(statement, statesOf(filter)),
    ...(filter.resourceId ? [resourceCondition(statement, filter.resourceId)] : []),
    ...Object.entries(ids).flatMap(([column, of]) =>
      of ? [`booking.${column} = any (${statement.add(of)}::integer[])`] : [],
    ),
  ];
}

/** Includes the bookings with a place on one of the resources, each once. */
function resourceCondition(statement: FigureStatement, ids: readonly number[]): string {
  const resources = `${statement.add(ids)}::integer[]`;
  const isOwn = `booking.resource_id = any (${resources})`;
  return statement.request.context.account.hasNeeds ? `(${isOwn} or ${hasPlaceOn('booking', resources)})` : isOwn;
}

function stateCondition(statement: FigureStatement, states: readonly BookingState[]): string[] {
  const others = Object.values(BookingState).filter((state) => !states.includes(state));
  if (others.length === 0) return [];
  const [set, operator] = others.length < states.length ? [others, '<> all'] : [states, '= any'];
  return [`booking.state ${operator} (${statement.add(set)}::text[])`];
}

/**
 * Computes sums in two steps. The first adds up rows by key, and by state and status if an aggregate depends on them: an
 * aggregate for each measure takes up to twice as long. With a time and no record, the first step adds up by start,
 * because few instants are then put into buckets. With a record, that would be as many groups as bookings.
 *
 * PostgreSQL takes, for a year of 1,000,000 bookings that begin at 3,300 instants, in seconds of CPU time: 0.35 by day,
 * 0.6 with the states, 0.8 with all usual figures, 0.6 by month and service, 1 with all usual figures; paid amounts 0.6,
 * values 0.9. Medians take 2, because they read the table. Parallel workers share most of it: see `figureSettings`.
 */
function composeSums(statement: FigureStatement, aggregates: NamedAggregates): string {
  const { groupings } = statement;
  const isByStart =
    groupings.some(({ bucketsIn }) => bucketsIn) && !groupings.some(({ dimension }) => isRecordDimension(dimension));
  const isLate = groupings.map(({ bucketsIn }) => isByStart && bucketsIn !== undefined);
  const keys = statement.keys(isByStart ? 'booked_from' : undefined);
  const numbers = statement.numbers(aggregates);
  const conditions = ['state', 'status'].filter((column) => numbers.some((number) => number.includes(`${column} `)));
  const by = [
    ...(isByStart ? ['booking.booked_from'] : []),
    ...keys.filter((_, index) => !isLate[index]),
    ...conditions.map((column) => `booking.${column}`),
  ];
  const parts = new Set(aggregates.flatMap(([, { part }]) => part ?? []));
  const first = `${statement.select([...by, ...parts])} ${statement.groupBy(by.length)}`;
  const outerKeys = keys.map((key, index) => (isLate[index] ? key : `key${index}`));
  return `select ${[...outerKeys, ...numbers]} from (${first}) as part ${statement.groupBy()}`;
}

/**
 * Counts new and returning people with active bookings: collects the groups of each person, then looks up the person's
 * first active booking. A join of people and first bookings would be a nested loop where statistics are absent.
 *
 * Days, weeks and months are scanned one after the other, because the people of each are then few enough to be hashed
 * in memory: those of 1,000,000 bookings by month take 1.2 s of CPU time instead of 1.5. The `order by` keeps the planner
 * without statistics from the index of people, in whose order it would read all bookings of the account.
 */
function composeVisitors(statement: FigureStatement): string {
  const keys = statement.groupings.map((_, index) => `key${index}`);
  const now = statement.addInstant(statement.request.context.clock.now().getTime());
  const { visits, period } = visitsOf(statement, activeBookingSql(now));
  const collected = keys.map((key) => `array_agg(${key}) as ${key}`);
  const expanded = `cross join unnest(${keys.map((key) => `visitor.${key}`)}) as visit (${keys})`;
  return `select ${[
    ...keys.map((key) => `visit.${key}`),
    `(count(*) filter (where first >= ${period.from} and first < ${period.to}))::integer as "newPeople"`,
    `(count(*) filter (where first < ${period.from}))::integer as "returningPeople"`,
  ]}
    from (select ${['person_id', ...collected]} from (${visits}) as visit group by person_id) as visitor
      cross join lateral (${firstBookingSql('visitor.person_id', now)}) as bookings
      ${keys.length > 0 ? expanded : ''}
    ${statement.groupBy()}`;
}

/** Returns a query for the people of each group, and the time in which the first booking of a new person begins. */
function visitsOf(statement: FigureStatement, isActive: string): { visits: string; period: PeriodSql } {
  const { groupings, request } = statement;
  for (const [index, grouping] of groupings.entries()) {
    const buckets = grouping.bucketsIn?.(request.period);
    if (buckets?.kind !== 'calendar') continue;
    const key = `key${index}`;
    const cuts = `(${statement.addInstants(buckets.cuts)})`;
    const periodOf = (bucket: string): PeriodSql => ({ from: `${cuts}[${bucket}]`, to: `${cuts}[${bucket} + 1]` });
    const others = groupings.flatMap((other, position) =>
      position === index ? [] : [`${statement.keyOf(other)} as key${position}`],
    );
    const bookings = statement.select([...others, 'booking.person_id'], {
      period: periodOf(key),
      conditions: [isActive],
    });
    const visits = `select * from generate_series(1, cardinality(${cuts}) - 1) as ${key} cross join lateral (
      select distinct * from (
        ${bookings}
        order by booking.account_id, booking.booked_from offset 0) as visits) as people`;
    return { visits, period: periodOf(`visit.${key}`) };
  }
  const columns = [...statement.keys(), 'booking.person_id'];
  const visits = statement.select(columns, { conditions: [isActive], isDistinct: true });
  return { visits, period: statement.addPeriod() };
}

/**
 * Returns a query for the start of the first active booking of a person, in the column `first`. It uses the index of the
 * bookings of people. The `order by` makes the planner choose the index with that order: without statistics, every index
 * that begins with the account has the same cost.
 *
 * @param id SQL of the id of the person
 * @param now SQL of the current time
 */
function firstBookingSql(id: string, now: string): string {
  return `select booked_from as first from booking
    where ${bookingOfPersonSql(id)} and ${activeBookingSql(now)} order by booking.person_id, booked_from limit 1`;
}
