import type { ComplexityEstimator } from 'graphql-query-complexity';

/** Values of the arguments as the schema's scalars parsed them. */
export type ArgumentValues = Readonly<Record<string, unknown>>;

/**
 * The option `complexity` of a list field without `perPage`: the cost of what is selected of one item, times the items
 * that such a list usually has. `graphql/limits.ts` adds the costs up; a guard test finds lists without a cost.
 */
export function listCost(items: number | ((args: ArgumentValues) => number)): ComplexityEstimator {
  return ({ args, childComplexity }) => {
    const count = typeof items === 'number' ? items : items(args);
    return 1 + Math.max(1, count) * Math.max(1, childComplexity);
  };
}

/** Of the items of a list whose own field has the cost of all of them. */
export const itemsCost: ComplexityEstimator = ({ childComplexity }) => 1 + childComplexity;
