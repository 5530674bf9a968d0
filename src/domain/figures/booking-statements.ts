import { listedStates } from '../booking/listed-states.rules.js';
import { BookingState } from '../booking-states.js';
import { activeBookingSql, firstBookingSql } from './active-bookings-sql.js';
import type { BookingFigureFilter } from './booking-figures.input.js';
import { additiveMeasures, partialSums } from './booking-measures.js';
import { bucketSql } from './bucket-sql.js';
import type { FigureSide } from './buckets.rules.js';
import { FigureDimension, isRecordDimension } from './figure-dimension.js';
import { type ComposedStatement, rowLimit } from './figure-statements.js';
import type { Grouping } from './grouping.js';
import { SqlParameters } from './sql-parameters.js';

interface SourceOptions {
  needsOrder?: boolean;
  /** SQL of a time. Only bookings that are active then. */
  isActiveAt?: string;
  /** The time in which bookings begin; by default the period of the side. */
  period?: PeriodSql;
}

/** SQL of the limits of a time. */
interface PeriodSql {
  from: string;
  to: string;
}

/** Composes the statements that read the figures of one side. The keys of a row are `key0` and `key1`. */
export class BookingStatements {
  readonly #parameters = new SqlParameters();

  constructor(
    private readonly side: FigureSide,
    private readonly groupings: readonly Grouping[],
    private readonly filter: BookingFigureFilter,
    private readonly now: Date,
  ) {}

  /**
   * Computes sums in two steps. The first adds up rows by key, and by state and status if a measure depends on them: an
   * aggregate for each measure takes up to twice as long. With a time and no record, the first step adds up by start,
   * because few instants are then put into buckets. With a record, that would be as many groups as bookings.
   *
   * PostgreSQL takes, for a year of 1,000,000 bookings that begin at 3,300 instants, in seconds of CPU time: 0.35 by day,
   * 0.6 with the states, 0.8 with all usual figures, 0.6 by month and service, 1 with all usual figures; paid amounts 0.6,
   * values 0.9. Medians take 2, because they read the table. Parallel workers share most of it: see `figureSettings`.
   */
  sums(names: readonly string[]): ComposedStatement {
    const measures = names.flatMap((name) => {
      const measure = additiveMeasures[name];
      return measure ? [{ ...measure, name }] : [];
    });
    const partial = [...new Set(measures.map((measure) => measure.of))];
    const columnsOfConditions = new Set(measures.flatMap((measure) => measure.by));
    const isTime = this.groupings.map((grouping) => grouping.bucketsOf(this.side) !== undefined);
    const isByStart = isTime.includes(true) && !this.groupings.some(({ dimension }) => isRecordDimension(dimension));
    const keys = this.#keys(isByStart ? 'booked_from' : 'booking.booked_from');
    const isLate = isTime.map((ofTime) => isByStart && ofTime);
    const by = [
      ...(isByStart ? ['booking.booked_from'] : []),
      ...keys.filter((_, index) => !isLate[index]),
      ...[...columnsOfConditions].map((column) => `booking.${column}`),
    ];
    const first = `select ${[...by, ...partial.map((name) => `${partialSums[name]} as ${name}`)]}
      ${this.#source({ needsOrder: partial.includes('value') })} ${groupBy(by.length)}`;
    const outerKeys = keys.map((key, index) => (isLate[index] ? key : `key${index}`));
    const columns = measures.map(({ name, of, toNumber, condition }) => {
      const sum = `sum(${of})${condition ? ` filter (where ${condition})` : ''}`;
      return `${toNumber(sum)} as "${name}"`;
    });
    return this.#statement(
      `select ${[...outerKeys, ...columns]} from (${first}) as part ${groupBy(this.groupings.length)} ${rowLimit}`,
    );
  }

  /** Computes the median of the time between creation and start. */
  median(): ComposedStatement {
    const seconds = `percentile_cont(0.5) within group (order by extract(epoch from booking.booked_from - booking.created_at)::float8)`;
    return this.#statement(
      `select ${[...this.#keys(), `${seconds} as "medianLeadSeconds"`]} ${this.#source()} ${this.#grouped()} ${rowLimit}`,
    );
  }

  /**
   * Counts new and returning people with active bookings: collects the groups of each person, then looks up the person's
   * first active booking. A join of people and first bookings would be a nested loop where statistics are absent.
   *
   * Days, weeks and months are scanned one after the other, because the people of each are then few enough to be hashed
   * in memory: those of 1,000,000 bookings by month take 1.2 s of CPU time instead of 1.5. The `order by` keeps the planner
   * without statistics from the index of people, in whose order it would read all bookings of the account.
   */
  people(): ComposedStatement {
    const keys = this.groupings.map((_, index) => `key${index}`);
    const now = this.#parameters.addInstant(this.now.getTime());
    const { visits, period } = this.#visits(now);
    const collected = keys.map((key) => `array_agg(${key}) as ${key}`);
    const expanded = `cross join unnest(${keys.map((key) => `visitor.${key}`)}) as visit (${keys})`;
    return this.#statement(
      `select ${[
        ...keys.map((key) => `visit.${key}`),
        `(count(*) filter (where first >= ${period.from} and first < ${period.to}))::integer as "newPeople"`,
        `(count(*) filter (where first < ${period.from}))::integer as "returningPeople"`,
      ]}
      from (select ${['person_id', ...collected]} from (${visits}) as visit group by person_id) as visitor
        cross join lateral (${firstBookingSql('visitor.person_id', now)}) as bookings
        ${keys.length > 0 ? expanded : ''}
      ${this.#grouped()} ${rowLimit}`,
    );
  }

  /** Returns a query for the people of each group, and the time in which the first booking of a new person begins. */
  #visits(isActiveAt: string): { visits: string; period: PeriodSql } {
    for (const [index, grouping] of this.groupings.entries()) {
      const buckets = grouping.bucketsOf(this.side);
      if (buckets?.kind !== 'calendar') continue;
      const key = `key${index}`;
      const cuts = `(${this.#parameters.addInstants(buckets.cuts)})`;
      const periodOf = (place: string): PeriodSql => ({ from: `${cuts}[${place}]`, to: `${cuts}[${place} + 1]` });
      const others = this.groupings.flatMap((other, place) =>
        place === index ? [] : [`${this.#keyOf(other)} as key${place}`],
      );
      const columns = [...others, 'booking.person_id'];
      const visits = `select * from generate_series(1, cardinality(${cuts}) - 1) as ${key} cross join lateral (
        select distinct * from (
          select ${columns} ${this.#source({ isActiveAt, period: periodOf(key) })}
          order by booking.account_id, booking.booked_from offset 0) as visits) as people`;
      return { visits, period: periodOf(`visit.${key}`) };
    }
    return {
      visits: `select distinct ${[...this.#keys(), 'booking.person_id']} ${this.#source({ isActiveAt })}`,
      period: this.#period(),
    };
  }

  #statement(sql: string): ComposedStatement {
    return { sql, parameters: this.#parameters.values };
  }

  /** @param start SQL of the start of a booking */
  #keys(start?: string): string[] {
    return this.groupings.map((grouping, index) => `${this.#keyOf(grouping, start)} as key${index}`);
  }

  #keyOf(grouping: Grouping, start = 'booking.booked_from'): string {
    const buckets = grouping.bucketsOf(this.side);
    return buckets ? bucketSql(buckets, start, this.#parameters) : columnOf(grouping.dimension);
  }

  #grouped(): string {
    return groupBy(this.groupings.length);
  }

  #source({ needsOrder = false, isActiveAt, period = this.#period() }: SourceOptions = {}): string {
    const hasCategory = this.groupings.some(({ dimension }) => dimension === FigureDimension.CATEGORY);
    const joins = [
      ...(needsOrder
        ? [
            'left join booking_order on booking_order.account_id = booking.account_id and booking_order.id = booking.order_id',
          ]
        : []),
      ...(hasCategory
        ? [
            'left join category_service on category_service.account_id = booking.account_id and category_service.service_id = booking.service_id',
          ]
        : []),
    ];
    const conditions = [...this.#conditions(period), ...(isActiveAt ? [activeBookingSql(isActiveAt)] : [])];
    return `from booking ${joins.join(' ')} where ${conditions.join(' and ')}`;
  }

  #period(): PeriodSql {
    const { from, to } = this.side.period;
    return { from: this.#parameters.addInstant(from), to: this.#parameters.addInstant(to) };
  }

  #conditions({ from, to }: PeriodSql): string[] {
    const { serviceId, resourceId, eventId, personId } = this.filter;
    return [
      'booking.account_id = $1',
      `booking.booked_from >= ${from}`,
      `booking.booked_from < ${to}`,
      ...this.#stateCondition(),
      ...this.#idCondition('service_id', serviceId),
      ...this.#idCondition('resource_id', resourceId),
      ...this.#idCondition('event_id', eventId),
      ...this.#idCondition('person_id', personId),
    ];
  }

  #idCondition(column: string, ids: readonly number[] | null | undefined): string[] {
    return ids ? [`booking.${column} = any (${this.#parameters.add(ids)}::integer[])`] : [];
  }

  /** The same states as a list of the bookings of a period. */
  #stateCondition(): string[] {
    const states = statesOf(this.filter);
    const others = Object.values(BookingState).filter((state) => !states.includes(state));
    if (others.length === 0) return [];
    const [set, operator] = others.length < states.length ? [others, '<> all'] : [states, '= any'];
    return [`booking.state ${operator} (${this.#parameters.add(set)}::text[])`];
  }
}

/** @param columns the number of the first columns that are the keys */
function groupBy(columns: number): string {
  return columns > 0 ? `group by ${Array.from({ length: columns }, (_, index) => index + 1)}` : '';
}

/** The states that figures include. */
export function statesOf({ state }: BookingFigureFilter): readonly BookingState[] {
  return listedStates({ during: {}, state }).states;
}

/** The column with the key of a dimension that is not a time. */
function columnOf(dimension: FigureDimension): string {
  switch (dimension) {
    case FigureDimension.SERVICE:
      return 'booking.service_id';
    case FigureDimension.RESOURCE:
      return 'booking.resource_id';
    case FigureDimension.EVENT:
      return 'booking.event_id';
    case FigureDimension.CATEGORY:
      return 'category_service.category_id';
    case FigureDimension.PERSON:
      return 'booking.person_id';
    case FigureDimension.COUPON:
      return 'booking.coupon_id';
    case FigureDimension.STATE:
      return 'booking.state';
    case FigureDimension.STATUS:
      return 'booking.status';
    case FigureDimension.CREATED_BY:
      return 'booking.created_by';
    case FigureDimension.HOUR_OF_DAY:
    case FigureDimension.WEEKDAY:
    case FigureDimension.DAY:
    case FigureDimension.WEEK:
    case FigureDimension.MONTH:
      throw new RangeError(`${dimension} is not a column`);
  }
}
