import { DomainError } from '../../platform/errors.js';

/** The outcome of one item of many: its result, or the error that refused it. */
export type Outcome<Result> = { readonly result: Result } | { readonly error: DomainError };

/** Returns the results of the items that were not refused. */
export function resultsOf<Result>(outcomes: readonly Outcome<Result>[]): Result[] {
  return outcomes.flatMap((outcome) => ('result' in outcome ? [outcome.result] : []));
}

/** Returns the result of the only item. @throws DomainError if it was refused */
export function requireResult<Result>([outcome]: readonly Outcome<Result>[]): Result {
  if (!outcome) throw new Error('no outcome');
  if ('error' in outcome) throw outcome.error;
  return outcome.result;
}

/** Runs `work` and returns its domain error instead of throwing it. */
export async function outcomeOf<Result>(work: () => Promise<Result>): Promise<Outcome<Result>> {
  try {
    return { result: await work() };
  } catch (error) {
    if (error instanceof DomainError) return { error };
    throw error;
  }
}
