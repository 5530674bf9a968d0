import { invalid } from '../../platform/errors.js';
import { FigureDimension } from './figure-dimension.js';

/** The groups of all dimensions together, for one request. */
export const maxGroups = 1_000;

const maxDimensions = 2;

const { HOUR_OF_DAY, WEEKDAY, DAY, WEEK, MONTH } = FigureDimension;

/** Dimensions of which one determines the other, or of which each divides the groups of the other. */
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
  if (numbers.reduce((product, number) => product * number, 1) > maxGroups) throw tooManyGroups();
}

function tooManyGroups(): Error {
  return invalid({ groupBy: [`has too many groups (maximum is ${maxGroups})`] });
}

/** The usual number of groups of the dimensions that are not times, for the cost of a field. */
const usualGroups = 50;

/** Estimates the number of groups, for the cost of a field. @param days of the period */
export function estimateGroups(dimensions: readonly FigureDimension[], days: number): number {
  const numbers = dimensions.map((dimension) => estimate(dimension, days));
  return Math.min(
    maxGroups,
    numbers.reduce((product, number) => product * number, 1),
  );
}

function estimate(dimension: FigureDimension, days: number): number {
  switch (dimension) {
    case HOUR_OF_DAY:
      return 24;
    case WEEKDAY:
      return 7;
    case DAY:
      return Math.ceil(days) + 1;
    case WEEK:
      return Math.ceil(days / 7) + 1;
    case MONTH:
      return Math.ceil(days / 28) + 1;
    case FigureDimension.STATE:
    case FigureDimension.STATUS:
      return 8;
    case FigureDimension.SERVICE:
    case FigureDimension.RESOURCE:
    case FigureDimension.EVENT:
    case FigureDimension.CATEGORY:
    case FigureDimension.PERSON:
    case FigureDimension.COUPON:
    case FigureDimension.CREATED_BY:
      return usualGroups;
  }
}
