import { registerEnumType } from 'type-graphql';
import { describeEnum } from '../../platform/described-enum.js';
import { invalid } from '../../platform/errors.js';

/** The dimensions by which figures can be grouped. Each kind of figure accepts some of them, in an enumeration of its own. */
export enum FigureDimension {
  HOUR_OF_DAY = 'hour_of_day',
  WEEKDAY = 'weekday',
  DAY = 'day',
  WEEK = 'week',
  MONTH = 'month',
  SERVICE = 'service',
  RESOURCE = 'resource',
  EVENT = 'event',
  CATEGORY = 'category',
  PERSON = 'person',
  COUPON = 'coupon',
  STATE = 'state',
  STATUS = 'status',
  CREATED_BY = 'created_by',
  METHOD = 'method',
  RECORDED_BY = 'recorded_by',
  TAX_RATE = 'tax_rate',
}

export type DimensionName = keyof typeof FigureDimension;

/** The descriptions of the dimensions, unless a kind of figure has its own. */
export const dimensionConfig = {
  HOUR_OF_DAY: { description: 'The hour of the day, from 0 to 23, in the time zone of the account.' },
  WEEKDAY: { description: 'The day of the week.' },
  DAY: { description: 'The date.' },
  WEEK: { description: 'The week.' },
  MONTH: { description: 'The month.' },
  SERVICE: { description: 'The service.' },
  RESOURCE: { description: 'The resource.' },
  EVENT: { description: 'The event.' },
  CATEGORY: { description: 'The category of the service.' },
  PERSON: { description: 'The person.' },
  COUPON: { description: 'The coupon.' },
  STATE: { description: 'The state.' },
  STATUS: { description: 'The status.' },
  CREATED_BY: { description: 'The actor who created it.' },
  METHOD: { description: 'The method of the payment.' },
  RECORDED_BY: { description: 'The actor who recorded it.' },
  TAX_RATE: { description: 'The tax rate.' },
} as const satisfies Record<DimensionName, { description: string }>;

registerEnumType(FigureDimension, {
  name: 'FigureDimension',
  description: 'The dimensions of figures. Times are on the wall clock of the account, and weeks begin on Monday.',
  valuesConfig: dimensionConfig,
});

const { HOUR_OF_DAY, WEEKDAY, DAY, WEEK, MONTH, STATE, STATUS } = FigureDimension;

/** Times that follow each other. */
export type CalendarDimension = typeof DAY | typeof WEEK | typeof MONTH;
/** Times that recur. */
export type ClockDimension = typeof HOUR_OF_DAY | typeof WEEKDAY;

const recordDimensions = ['SERVICE', 'RESOURCE', 'EVENT', 'CATEGORY', 'PERSON', 'COUPON'] as const;
/** Dimensions whose groups are records, found by id. */
export type RecordDimension = (typeof FigureDimension)[(typeof recordDimensions)[number]];

export function isRecordDimension(dimension: FigureDimension): dimension is RecordDimension {
  return recordDimensions.some((name) => FigureDimension[name] === dimension);
}

export const calendarDimensions: readonly DimensionName[] = ['DAY', 'WEEK', 'MONTH'];
export const clockDimensions: readonly DimensionName[] = ['HOUR_OF_DAY', 'WEEKDAY'];

/** The groups of all dimensions together, for one request. */
export const maxGroups = 1_000;

const maxDimensions = 2;

/** A request names at most one dimension of each set. A week, a month or a weekday is the same for all of a day. */
const exclusive: readonly (readonly FigureDimension[])[] = [
  [DAY, WEEK, MONTH],
  [DAY, WEEKDAY],
];

/**
 * @throws DomainError INVALID on `groupBy` for more than two dimensions, the same one twice, and two that do not combine:
 * days, weeks and months with each other, and days with weekdays
 */
export function checkDimensions(dimensions: readonly FigureDimension[]): void {
  const error = dimensionError(dimensions);
  if (error !== undefined) throw invalid({ groupBy: [error] });
}

function dimensionError(dimensions: readonly FigureDimension[]): string | undefined {
  if (dimensions.length > maxDimensions) return `is too long (maximum is ${maxDimensions} dimensions)`;
  if (new Set(dimensions).size < dimensions.length) return 'must not contain a dimension twice';
  const clash = exclusive.some((set) => dimensions.filter((dimension) => set.includes(dimension)).length > 1);
  return clash ? `must not combine ${dimensions.join(' and ')}` : undefined;
}

/** @throws DomainError INVALID on `groupBy` if the dimensions have more than 1,000 groups together */
export function checkGroups(numbers: readonly number[]): void {
  if (numbers.reduce((product, number) => product * number, 1) <= maxGroups) return;
  throw invalid({ groupBy: [`has too many groups (maximum is ${maxGroups})`] });
}

/** The usual number of groups by dimension in a period of days, for the cost of a field. */
const usualGroups: Readonly<Partial<Record<FigureDimension, (days: number) => number>>> = {
  [HOUR_OF_DAY]: () => 24,
  [WEEKDAY]: () => 7,
  [DAY]: (days) => Math.ceil(days) + 1,
  [WEEK]: (days) => Math.ceil(days / 7) + 1,
  [MONTH]: (days) => Math.ceil(days / 28) + 1,
  [STATE]: () => 8,
  [STATUS]: () => 8,
};
const usualRecords = 50;

/** Estimates the number of groups, for the cost of a field. */
export function estimateGroups(dimensions: readonly FigureDimension[], days: number): number {
  const numbers = dimensions.map((dimension) => usualGroups[dimension]?.(days) ?? usualRecords);
  return Math.min(
    maxGroups,
    numbers.reduce((product, number) => product * number, 1),
  );
}

/** The period with which figures are compared. */
export enum FigureComparison {
  PREVIOUS_PERIOD = 'previous_period',
  PREVIOUS_YEAR = 'previous_year',
}
describeEnum(FigureComparison, 'FigureComparison', 'The period with which figures are compared.', {
  PREVIOUS_PERIOD:
    'The period of the same length that ends where the period begins. Groups of time are aligned by position.',
  PREVIOUS_YEAR:
    'The same dates one year earlier. If that year has no 29 February, nothing is compared with that day; if only that year has one, it is part of 28 February.',
});
