import { Drop, toValue } from 'liquidjs';
import { LimitError, type StepBudget } from '../step-budget.js';

/** Characters of a string that are copied, compared or searched in one step. */
export const charactersPerStep = 4;
/** Levels of lists and objects. JSON of requests has at most 64. */
const maxLevels = 100;

/**
 * Takes the steps of reading a value and everything in it, and returns their number. A value that occurs twice counts twice,
 * because a filter would read it twice: `a | push: a` doubles a list without copying it.
 *
 * @throws LimitError
 */
export function takeForValue(budget: StepBudget, value: unknown, level = 0): number {
  if (level > maxLevels) throw new LimitError('a value is nested too deeply');
  if (value instanceof Drop) return takeForValue(budget, toValue(value), level + 1);
  let steps = 1 + (typeof value === 'string' ? value.length / charactersPerStep : 0);
  budget.take(steps);
  if (typeof value !== 'object' || value === null) return steps;
  if (Array.isArray(value)) for (const item of value) steps += takeForValue(budget, item, level + 1);
  else for (const entry of Object.entries(value)) steps += takeForValue(budget, entry, level + 1);
  return steps;
}
