import { listedStates } from '../booking/listed-states.rules.js';
import { BookingState } from '../booking-states.js';
import type { BookingFigureFilter } from './booking-figures.input.js';
import { additiveMeasures } from './booking-measures.js';
import { bucketSql } from './bucket-sql.js';
import type { Buckets, FigureSide } from './buckets.rules.js';
import { FigureDimension } from './figure-dimension.js';
import { type ComposedStatement, rowLimit } from './figure-statements.js';
import type { Grouping } from './grouping.js';
import { SqlParameters } from './sql-parameters.js';

interface SourceOptions {
  /** A subquery instead of the table. */
  bookings?: string;
  needsOrder?: boolean;
  /** Leaves out bookings without a person. */
  isOfPerson?: boolean;
}

/** Composes the statements that read the figures of one side. The keys of a row are `key0` and `key1`. */
export class BookingStatements {
  readonly #parameters = new SqlParameters();

  constructor(
    private readonly side: FigureSide,
    private readonly groupings: readonly Grouping[],
    private readonly filter: BookingFigureFilter,
  ) {}

  /**
   * Computes sums. With a dimension that is a time, sums by start come first: many bookings begin at the same time, so
   * that few instants are put into buckets. A year of 1,000,000 bookings by day takes half as long.
   */
  sums(measures: readonly string[]): ComposedStatement {
    const all = measures.flatMap((name) => {
      const measure = additiveMeasures[name];
      return measure ? [{ ...measure, name: `"${name}"` }] : [];
    });
    const needsOrder = all.some((measure) => measure.needsOrder);
    if (!this.groupings.some((grouping) => grouping.bucketsOf(this.side))) {
      const columns = all.map(({ sql, type, name }) => `(${sql})::${type} as ${name}`);
      return this.#statement(
        `select ${[...this.#keys(), ...columns]} ${this.#source({ needsOrder })} ${this.#grouped()} ${rowLimit}`,
      );
    }
    const others = this.groupings.flatMap((grouping, index) =>
      grouping.bucketsOf(this.side) ? [] : [`${columnOf(grouping.dimension)} as key${index}`],
    );
    const inner = ['booking.booked_from', ...others];
    const byStart = `select ${[...inner, ...all.map(({ sql, name }) => `${sql} as ${name}`)]}
      ${this.#source({ needsOrder })} group by ${inner.map((_, index) => index + 1)}`;
    const keys = this.groupings.map((grouping, index) => {
      const buckets = grouping.bucketsOf(this.side);
      return buckets ? `${bucketSql(buckets, 'booked_from', this.#parameters)} as key${index}` : `key${index}`;
    });
    const columns = all.map(({ type, name }) => `sum(${name})::${type} as ${name}`);
    return this.#statement(`select ${[...keys, ...columns]} from (${byStart}) as start ${this.#grouped()} ${rowLimit}`);
  }

  /** Computes the median of the time between creation and start. */
  median(): ComposedStatement {
    const seconds = `percentile_cont(0.5) within group (order by extract(epoch from booking.booked_from - booking.created_at)::float8)`;
    return this.#statement(
      `select ${[...this.#keys(), `${seconds} as "medianLeadSeconds"`]} ${this.#source()} ${this.#grouped()} ${rowLimit}`,
    );
  }

  /**
   * Counts new and returning people. Reads all bookings of the people of the period in one scan: looking up the first
   * booking of each person takes less time for few people, but without statistics the planner may choose an index for it
   * that reads all bookings of the account for each.
   */
  people(): ComposedStatement {
    const keys = this.groupings.map((_, index) => `key${index}`);
    const people = `array(select distinct booking.person_id ${this.#source({ isOfPerson: true })})`;
    const valid = `state not in ('${BookingState.CANCELLED}', '${BookingState.DELETED}')`;
    const history = `(select *, min(booked_from) filter (where ${valid}) over (partition by person_id) as first
        from booking where account_id = $1 and person_id = any (${people})
          and booked_from < ${this.#parameters.addInstant(this.side.period.to)})`;
    const visits = `select ${[...this.#keys(), 'booking.person_id', 'booking.first']}
        ${this.#source({ bookings: history })}`;
    const { from, to } = this.#groupPeriod();
    return this.#statement(
      `select ${[
        ...keys,
        `(count(distinct person_id) filter (where first >= ${from} and first < ${to}))::integer as "newPeople"`,
        `(count(distinct person_id) filter (where first < ${from}))::integer as "returningPeople"`,
      ]} from (${visits}) as visit ${this.#grouped()} ${rowLimit}`,
    );
  }

  /** The time in which the first booking of a new person begins: that of the group, or the whole period. */
  #groupPeriod(): { from: string; to: string } {
    for (const [index, grouping] of this.groupings.entries()) {
      const buckets = grouping.bucketsOf(this.side);
      if (buckets?.kind !== 'calendar') continue;
      const cuts = `(${this.#parameters.addInstants(buckets.cuts)})`;
      return { from: `${cuts}[key${index}]`, to: `${cuts}[key${index} + 1]` };
    }
    const { from, to } = this.side.period;
    return { from: this.#parameters.addInstant(from), to: this.#parameters.addInstant(to) };
  }

  #statement(sql: string): ComposedStatement {
    return { sql, parameters: this.#parameters.values };
  }

  #keys(): string[] {
    return this.groupings.map((grouping, index) => `${this.#keyOf(grouping)} as key${index}`);
  }

  #keyOf(grouping: Grouping): string {
    const buckets: Buckets | undefined = grouping.bucketsOf(this.side);
    return buckets ? bucketSql(buckets, 'booking.booked_from', this.#parameters) : columnOf(grouping.dimension);
  }

  #grouped(): string {
    return this.groupings.length > 0 ? `group by ${this.groupings.map((_, index) => index + 1)}` : '';
  }

  #source({ bookings = '', needsOrder = false, isOfPerson = false }: SourceOptions = {}): string {
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
    const conditions = [...this.#conditions(), ...(isOfPerson ? ['booking.person_id is not null'] : [])];
    return `from ${bookings} booking ${joins.join(' ')} where ${conditions.join(' and ')}`;
  }

  #conditions(): string[] {
    const { from, to } = this.side.period;
    const { serviceId, resourceId, eventId, personId } = this.filter;
    return [
      'booking.account_id = $1',
      `booking.booked_from >= ${this.#parameters.addInstant(from)}`,
      `booking.booked_from < ${this.#parameters.addInstant(to)}`,
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
