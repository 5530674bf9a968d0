import type { AccountDatabase } from '../platform/database/account-database.js';
import type { RecordedChange } from './change-log.js';
import { isBefore, type Position } from './cursor.js';
import type { LiveSubscription } from './live-subscription.js';
import { readAfter } from './log-reader.js';

/** A subscription to what is committed from now on. */
export interface LiveTail {
  changes: LiveSubscription;
  /** It gives every change after this place, and perhaps a few from before. */
  from: Position;
}

const batchSize = 100;
const done = { value: undefined, done: true } as const;

/**
 * First what came after a place of the log, read as fast as it is asked for, and then what is new: one order, none
 * missing, none twice. It joins the live changes only when it has caught up, so that these do not pile up meanwhile.
 */
export class ResumedSubscription implements LiveSubscription {
  readonly #db: AccountDatabase;
  readonly #goLive: () => Promise<LiveTail>;
  #position: Position;
  #missed: RecordedChange[] = [];
  #tail: LiveTail | undefined;
  #ended = false;

  constructor(db: AccountDatabase, after: Position, goLive: () => Promise<LiveTail>) {
    this.#db = db;
    this.#position = after;
    this.#goLive = goLive;
  }

  async next(): Promise<IteratorResult<RecordedChange>> {
    while (!this.#ended) {
      const missed = this.#missed.shift();
      if (missed) return this.#give(missed);
      if (!this.#tail || isBefore(this.#position, this.#tail.from)) {
        await this.#catchUp();
        continue;
      }
      const result = await this.#tail.changes.next();
      if (result.done) break;
      if (isBefore(this.#position, result.value)) return this.#give(result.value);
    }
    return this.return();
  }

  async return(): Promise<IteratorResult<RecordedChange>> {
    this.#ended = true;
    this.#missed = [];
    await this.#tail?.changes.return?.();
    return done;
  }

  #give(change: RecordedChange): IteratorResult<RecordedChange> {
    this.#position = change;
    return { value: change, done: false };
  }

  async #catchUp(): Promise<void> {
    const { changes } = await readAfter(this.#db, this.#position, batchSize);
    this.#missed = this.#ended ? [] : changes;
    if (changes.length === batchSize || this.#ended) return;
    if (!this.#tail) {
      this.#tail = await this.#goLive();
      if (this.#ended) await this.return();
    } else if (changes.length === 0) this.#position = this.#tail.from;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
