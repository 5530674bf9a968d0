import { invalid } from '../../platform/errors.js';
import { LimitError, StepBudget } from '../../platform/step-budget.js';

/** The steps of one search for the resources of needs, or for a visit: one to two seconds. Three needs with pools of 50, every 15 minutes for 30 days, take half. */
const maxSteps = 20_000_000;

export function createSearchBudget(): StepBudget {
  return new StepBudget(maxSteps);
}

/** Returns the error of a search that exceeded its budget as one of the input. Returns other errors as they are. */
export function toSearchError(error: unknown): unknown {
  return error instanceof LimitError
    ? invalid({ serviceId: ['has too many possible resources for its needs'] })
    : error;
}
