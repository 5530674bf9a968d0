import { registerEnumType } from 'type-graphql';

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
}
registerEnumType(FigureDimension, {
  name: 'FigureDimension',
  description: 'What figures are grouped by. Times are on the wall clock of the account, and weeks begin on Monday.',
});

/** Days, weeks and months, which follow each other. */
export const calendarDimensions = {
  DAY: FigureDimension.DAY,
  WEEK: FigureDimension.WEEK,
  MONTH: FigureDimension.MONTH,
} as const;
export type CalendarDimension = (typeof calendarDimensions)[keyof typeof calendarDimensions];

/** Times that recur. */
export const clockDimensions = {
  HOUR_OF_DAY: FigureDimension.HOUR_OF_DAY,
  WEEKDAY: FigureDimension.WEEKDAY,
} as const;
export type ClockDimension = (typeof clockDimensions)[keyof typeof clockDimensions];

const recordDimensions = [
  FigureDimension.SERVICE,
  FigureDimension.RESOURCE,
  FigureDimension.EVENT,
  FigureDimension.CATEGORY,
  FigureDimension.PERSON,
  FigureDimension.COUPON,
] as const;

/** Dimensions whose groups are records, found by id. */
export type RecordDimension = (typeof recordDimensions)[number];

export function isRecordDimension(dimension: FigureDimension): dimension is RecordDimension {
  return recordDimensions.some((ofRecords) => ofRecords === dimension);
}
