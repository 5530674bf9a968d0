import type { ComplexityEstimator } from 'graphql-query-complexity';

/** The maximum number of items on a page. */
export const maxPageLength = 750;

/** The number of items on a page of a request that names none. */
export const defaultPageLength = 50;

/** Argument values as parsed by the scalars of the schema. */
export type ArgumentValues = Readonly<Record<string, unknown>>;

/**
 * The option `complexity` of a list field without `perPage`: the cost of one item, times the usual number of items.
 * `graphql/limits.ts` limits the sum of all costs. A guard test finds lists without a cost.
 */
export function listCost(items: number | ((args: ArgumentValues) => number)): ComplexityEstimator {
  return ({ args, childComplexity }) => {
    const count = typeof items === 'number' ? items : items(args);
    return 1 + Math.max(1, count) * Math.max(1, childComplexity);
  };
}

/** The cost of the field `items` in a list whose own field already counts all items. */
export const itemsCost: ComplexityEstimator = ({ childComplexity }) => 1 + childComplexity;
