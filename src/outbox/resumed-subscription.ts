import type { AccountDatabase } from '../platform/database/account-database.js';
import { type Cursor, isBefore } from './cursor.js';
import type { LiveSubscription } from './live-subscription.js';
import { readAfter } from './log-reader.js';
import type { RecordedChange } from './recorded-change.js';

/** A subscription to the changes that are committed from now on. */
export interface LiveTail {
  changes: LiveSubscription;
  /** The subscription has every change after this cursor, and possibly a few from before it. */
  from: Cursor;
}

const batchSize = 100;
const done = { value: undefined, done: true } as const;

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
