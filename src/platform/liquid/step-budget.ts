import { Drop, toValue } from 'liquidjs';

/** A template needs more steps than it may take, or is nested too deeply. The message may be shown. */
export class LimitError extends Error {}

/** Characters of a string that are copied, compared or searched in one step. */
export const charactersPerStep = 4;
/** Levels of lists and objects. JSON of requests has at most 64. */
const maxLevels = 100;

/**
 * The steps that a template may take. One step is about 0.1 µs of work: resuming a generator, an item of a list, or 4
 * characters. Steps are counted before the work is done and do not depend on time, so that the same template and values
 * always have the same result, on a busy machine as on an idle one.
 */
export class StepBudget {
  #taken = 0;

  constructor(readonly limit: number) {}

  /** The steps taken so far. */
  get taken(): number {
    return this.#taken;
  }

  /** @throws LimitError if fewer steps than these are left */
  take(steps: number): void {
    this.#taken += steps;
    // The negation also refuses NaN.
    if (!(this.#taken <= this.limit)) throw new LimitError(`step limit of ${this.limit} exceeded`);
  }

  /**
   * Takes the steps of reading a value and everything in it, and returns their number. A value that occurs twice counts
   * twice, because a filter would read it twice: `a | push: a` doubles a list without copying it.
   *
   * @throws LimitError
   */
  takeFor(value: unknown, level = 0): number {
    if (level > maxLevels) throw new LimitError('a value is nested too deeply');
    if (value instanceof Drop) return this.takeFor(toValue(value), level + 1);
    let steps = 1 + (typeof value === 'string' ? value.length / charactersPerStep : 0);
    this.take(steps);
    if (typeof value !== 'object' || value === null) return steps;
    if (Array.isArray(value)) for (const item of value) steps += this.takeFor(item, level + 1);
    else for (const entry of Object.entries(value)) steps += this.takeFor(entry, level + 1);
    return steps;
  }
}
