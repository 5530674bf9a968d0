import type { RecordedChange } from './recorded-change.js';

/** Committed changes of one account in the log's order. `return()` ends the subscription. */
export type LiveSubscription = AsyncIterableIterator<RecordedChange>;

/** Ends a subscription whose subscriber does not keep up. */
export class SlowSubscriberError extends Error {
  constructor() {
    super('The subscriber reads more slowly than changes are made');
    this.name = 'SlowSubscriberError';
  }
}

const done = { value: undefined, done: true } as const;

/** A subscription that buffers the changes that its subscriber has not read yet, up to a limit. */
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

  /** Ends the subscription and drops its buffer. */
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
