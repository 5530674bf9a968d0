import { type LiveSubscription, SlowSubscriberError } from '../outbox/live-subscription.js';
import type { RecordedChange } from '../outbox/recorded-change.js';

const done = { value: undefined, done: true } as const;

interface LiveChangesOptions {
  isWanted: (change: RecordedChange) => boolean;
  /** Called before each change; false ends the stream. */
  isAuthorised: () => Promise<boolean>;
  /** Called when the stream has ended, perhaps more than once. */
  onEnd: () => void;
}

/**
 * The source stream of a subscription: the changes of an account that match a filter. Not a generator, because
 * `return()` of a generator waits for its pending `next()`, so subscribers of a quiet account would never be released.
 */
export class LiveChanges implements AsyncIterableIterator<RecordedChange> {
  readonly #source: LiveSubscription;
  readonly #options: LiveChangesOptions;

  constructor(source: LiveSubscription, options: LiveChangesOptions) {
    this.#source = source;
    this.#options = options;
  }

  async next(): Promise<IteratorResult<RecordedChange>> {
    const { isWanted, isAuthorised, onEnd } = this.#options;
    try {
      for (;;) {
        const result = await this.#source.next().catch(endIfSlow);
        if (result.done) return this.return();
        if (!isWanted(result.value)) continue;
        return (await isAuthorised()) ? result : this.return();
      }
    } catch (error) {
      onEnd();
      throw error;
    }
  }

  async return(): Promise<IteratorResult<RecordedChange>> {
    this.#options.onEnd();
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
