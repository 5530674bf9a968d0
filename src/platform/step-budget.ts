/** Work on input from others needs more steps than it may take. The message may be shown. */
export class LimitError extends Error {}

/** About 5 ms. Other requests are served between two turns. */
const stepsPerTurn = 50_000;

/**
 * The steps that the work on one input may take: a file, an answer, a template or a rule as a whole. One step takes up to 0.1 µs.
 * Steps are counted before the work is done, whether it finds something or not, and do not depend on time, so that the same
 * input always has the same result, on a busy machine as on an idle one.
 *
 * Work that may take longer than a turn is a generator that yields undefined when `take` returns true. `runInTurns` runs it.
 */
export class StepBudget {
  #taken = 0;
  #turnEnd = stepsPerTurn;

  /** When the server counts as too busy for the work, in milliseconds of `performance.now()`. */
  readonly busyAt: number;
  readonly #maxOverrun: number;

  /**
   * @param limit of all steps. Infinite for work in proportion to an input whose length is bounded
   * @param busyAt infinite unless given
   * @param maxOverrun the steps that may follow the end of a turn until the next begins; infinite unless given. For work in
   *   which others choose how much is done between two places where it can yield
   */
  constructor(
    readonly limit = Number.POSITIVE_INFINITY,
    { busyAt = Number.POSITIVE_INFINITY, maxOverrun = Number.POSITIVE_INFINITY } = {},
  ) {
    this.busyAt = busyAt;
    this.#maxOverrun = maxOverrun;
  }

  /** The steps taken so far. */
  get taken(): number {
    return this.#taken;
  }

  /**
   * Takes 10 ns, so it can be called for every item. Returns true until the next turn once this one is over, so that work
   * that cannot yield may ignore it.
   *
   * @throws LimitError if fewer steps than these are left, in all or in this turn
   */
  take(steps: number): boolean {
    this.#taken += steps;
    // The negation also refuses NaN.
    if (!(this.#taken <= this.limit)) throw new LimitError(`step limit of ${this.limit} exceeded`);
    if (this.#taken > this.#turnEnd + this.#maxOverrun) throw new LimitError('too many steps at once');
    return this.#taken >= this.#turnEnd;
  }

  beginTurn(): void {
    this.#turnEnd = this.#taken + stepsPerTurn;
  }
}
