import { type LiveSubscription, SlowSubscriberError } from '../outbox/live-feed.js';
import type { RecordedChange } from '../outbox/recorded-change.js';

const done = { value: undefined, done: true } as const;

/**
 * The source stream of a subscription: the changes of an account that match a filter. Not a generator, because `return()`
 * of a generator waits for its pending `next()`, so subscribers of a quiet account would never be released.
 */
export class LiveChanges implements AsyncIterableIterator<RecordedChange> {
  readonly #source: LiveSubscription;
  readonly #isWanted: (change: RecordedChange) => boolean;
  readonly #isAuthorised: () => Promise<boolean>;

  /** @param isAuthorised called before each change; false ends the stream */
  constructor(
    source: LiveSubscription,
    isWanted: (change: RecordedChange) => boolean,
    isAuthorised: () => Promise<boolean>,
  ) {
    this.#source = source;
    this.#isWanted = isWanted;
    this.#isAuthorised = isAuthorised;
  }

  async next(): Promise<IteratorResult<RecordedChange>> {
    for (;;) {
      const result = await this.#source.next().catch(endIfSlow);
      if (result.done) return result;
      if (!this.#isWanted(result.value)) continue;
      return (await this.#isAuthorised()) ? result : this.return();
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

/** Ends the stream: the socket was already closed by `onOverflow`. */
function endIfSlow(error: unknown): typeof done {
  if (error instanceof SlowSubscriberError) return done;
  throw error;
}
