import type { ComplexityEstimator } from 'graphql-query-complexity';
import { parseInstant } from '../../platform/time/instant-input.js';
import { zoneOf } from '../../platform/time/zone.js';
import type { FigureDimension } from './figure-dimension.js';
import { estimateGroups } from './grouping.rules.js';

const utc = zoneOf('UTC');
const msPerDay = 86_400_000;
const maxDays = 366;
/** The cost of reading the records of a day: a document may contain 13 figures of a year. */
const costOfDay = 20;

/**
 * The option `complexity` of a query of figures: what it reads grows with the length of the period, what it returns with
 * the number of groups.
 *
 * @param dimensions the values of the argument `groupBy`
 */
export function figureCost(dimensions: Readonly<Record<string, FigureDimension>>): ComplexityEstimator {
  return ({ args, childComplexity }) => {
    const days = daysOf(args['during']);
    const sides = args['compare'] == null ? 1 : 2;
    const groupBy: unknown = args['groupBy'];
    const given = Array.isArray(groupBy)
      ? Object.values(dimensions).filter((dimension) => groupBy.includes(dimension))
      : [];
    return 1 + Math.ceil(days * costOfDay * sides) + estimateGroups(given, days) * childComplexity;
  };
}

/** The longest period if it is invalid: the resolver refuses it then. */
function daysOf(during: unknown): number {
  if (typeof during !== 'object' || during === null || !('from' in during && 'to' in during)) return maxDays;
  const days = (epochOf(during.to) - epochOf(during.from)) / msPerDay;
  return days >= 0 ? Math.min(maxDays, days) : maxDays;
}

function epochOf(text: unknown): number {
  return (typeof text === 'string' ? parseInstant(text, utc) : undefined) ?? Number.NaN;
}
