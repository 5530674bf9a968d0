import type { AccountDatabase } from '../platform/database/account-database.js';
import { type Cursor, isBefore } from './cursor.js';
import { readAfter } from './log-reader.js';
import type { RecordedChange } from './recorded-change.js';

/** Committed changes of one account in the log's order. `return()` ends the subscription. */
export type LiveSubscription = AsyncIterableIterator<RecordedChange>;

/** Ends a subscription that its subscriber must resume at its cursor. The message is for the subscriber. */
export class InterruptedError extends Error {
  override name = 'InterruptedError';
}

/** The reason for a subscriber that reads more slowly than changes are made. */
export const slow = 'Reads too slowly';

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
    else this.end(new InterruptedError(slow));
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

/** A subscription to the changes that are committed from now on. */
export interface LiveTail {
  changes: LiveSubscription;
  /** The subscription has every change after this cursor, and possibly a few from before it. */
  from: Cursor;
}

const batchSize = 100;

/**
 * A subscription that first reads the changes after a cursor, at the pace of its subscriber, and then live ones: in one
 * order, each exactly once. It subscribes to live changes only when it has caught up, so that their buffer stays empty.
 */
export class ResumedSubscription implements LiveSubscription {
  readonly #db: AccountDatabase;
  readonly #goLive: () => Promise<LiveTail>;
  #cursor: Cursor;
  #backlog: RecordedChange[] = [];
  #tail: LiveTail | undefined;
  #ended = false;

  constructor(db: AccountDatabase, after: Cursor, goLive: () => Promise<LiveTail>) {
    this.#db = db;
    this.#cursor = after;
    this.#goLive = goLive;
  }

  async next(): Promise<IteratorResult<RecordedChange>> {
    while (!this.#ended) {
      const next = this.#backlog.shift();
      if (next) return this.#emit(next);
      if (!this.#tail || isBefore(this.#cursor, this.#tail.from)) {
        await this.#catchUp();
        continue;
      }
      const result = await this.#tail.changes.next();
      if (result.done) break;
      if (isBefore(this.#cursor, result.value)) return this.#emit(result.value);
    }
    return this.return();
  }

  async return(): Promise<IteratorResult<RecordedChange>> {
    this.#ended = true;
    this.#backlog = [];
    await this.#tail?.changes.return?.();
    return done;
  }

  #emit(change: RecordedChange): IteratorResult<RecordedChange> {
    this.#cursor = change;
    return { value: change, done: false };
  }

  async #catchUp(): Promise<void> {
    const { changes } = await readAfter(this.#db, this.#cursor, batchSize);
    this.#backlog = this.#ended ? [] : changes;
    if (changes.length === batchSize || this.#ended) return;
    if (!this.#tail) {
      this.#tail = await this.#goLive();
      if (this.#ended) await this.return();
    } else if (changes.length === 0) this.#cursor = this.#tail.from;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
