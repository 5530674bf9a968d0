import type { RecordedChange } from '../outbox/change-log.js';
import { type LiveSubscription, SlowSubscriberError } from '../outbox/live-feed.js';

const done = { value: undefined, done: true } as const;

/**
 * What a subscription's operation reads: of the account's changes those that are wanted, as long as they may be given.
 * No generator: that would not end while it waits for a change, and a quiet account's subscribers would pile up.
 */
export class LiveChanges implements AsyncIterableIterator<RecordedChange> {
  readonly #source: LiveSubscription;
  readonly #isWanted: (change: RecordedChange) => boolean;
  readonly #mayGoOn: () => Promise<boolean>;

  /** @param mayGoOn asked before each change that is given; false ends them */
  constructor(
    source: LiveSubscription,
    isWanted: (change: RecordedChange) => boolean,
    mayGoOn: () => Promise<boolean>,
  ) {
    this.#source = source;
    this.#isWanted = isWanted;
    this.#mayGoOn = mayGoOn;
  }

  async next(): Promise<IteratorResult<RecordedChange>> {
    for (;;) {
      const result = await this.#source.next().catch(endIfSlow);
      if (result.done) return result;
      if (!this.#isWanted(result.value)) continue;
      return (await this.#mayGoOn()) ? result : this.return();
    }
  }

  async return(): Promise<IteratorResult<RecordedChange>> {
    await this.#source.return?.();
    return done;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

/** Whoever subscribed has been told of the overflow. */
function endIfSlow(error: unknown): typeof done {
  if (error instanceof SlowSubscriberError) return done;
  throw error;
}
