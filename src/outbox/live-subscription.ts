import type { RecordedChange } from './change-log.js';

/** Changes of one account as they are committed, in the log's order. `return()` ends it. */
export type LiveSubscription = AsyncIterableIterator<RecordedChange>;

/** How a subscription ends whose reader does not keep up. */
export class SlowSubscriberError extends Error {
  constructor() {
    super('The subscriber reads more slowly than changes are made');
    this.name = 'SlowSubscriberError';
  }
}

const done = { value: undefined, done: true } as const;

/** A subscription that keeps what its reader has not asked for yet, up to a limit. */
export class BufferedSubscription implements LiveSubscription {
  readonly #limit: number;
  readonly #onEnd: (subscription: BufferedSubscription, error?: Error) => void;
  readonly #requests: ((result: IteratorResult<RecordedChange>) => void)[] = [];
  #buffer: RecordedChange[] = [];
  #ended = false;
  #error: Error | undefined;

  constructor(limit: number, onEnd: (subscription: BufferedSubscription, error?: Error) => void) {
    this.#limit = limit;
    this.#onEnd = onEnd;
  }

  push(change: RecordedChange): void {
    const request = this.#requests.shift();
    if (request) request({ value: change, done: false });
    else if (this.#buffer.length < this.#limit) this.#buffer.push(change);
    else this.end(new SlowSubscriberError());
  }

  /** Ends it; what it kept is dropped. */
  end(error?: Error): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#error = error;
    this.#buffer = [];
    for (const request of this.#requests.splice(0)) request(done);
    this.#onEnd(this, error);
  }

  async next(): Promise<IteratorResult<RecordedChange>> {
    const change = this.#buffer.shift();
    if (change) return { value: change, done: false };
    if (this.#error) {
      const error = this.#error;
      this.#error = undefined;
      throw error;
    }
    if (this.#ended) return done;
    return new Promise((resolve) => this.#requests.push(resolve));
  }

  async return(): Promise<IteratorResult<RecordedChange>> {
    this.end();
    return done;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
