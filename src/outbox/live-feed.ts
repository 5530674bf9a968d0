import type { Logger } from 'pino';
import type { AccountDatabase } from '../platform/database/account-database.js';
import type { Database } from '../platform/database/database.js';
import { type Cursor, startOfLog } from './cursor.js';
import {
  BufferedSubscription,
  InterruptedError,
  type LiveSubscription,
  type LiveTail,
  ResumedSubscription,
} from './live-subscription.js';
import { findEndOfLog, isForked, readChanges } from './log-reader.js';
import { PollingLoop, type Progress } from './polling-loop.js';
import type { ChangeSignal } from './signal.js';

const batchSize = 100;
/** For subscribers that have received a change which the database has lost. Their cursor is refused when they resume. */
const lost = 'Resume: changes were lost';

export interface SubscribeOptions {
  after?: Cursor | undefined;
  bufferLimit?: number;
  onInterrupt?: (reason: string) => void;
}

export interface LiveFeedOptions {
  database: Database;
  signal: ChangeSignal;
  logger: Logger;
  /** Milliseconds between polls, which find the changes whose notice was lost. 1,000 unless given. */
  pollInterval?: number;
}

/**
 * Publishes committed changes to the subscribers of this process. An account's log is read once for all its
 * subscribers, and only while it has subscribers. A read that fails is repeated.
 */
export class LiveFeed {
  readonly #options: Required<LiveFeedOptions>;
  readonly #readers = new Map<number, AccountReader>();
  readonly #poll: PollingLoop;
  readonly #stopListening: () => void;

  constructor(options: LiveFeedOptions) {
    this.#options = { pollInterval: 1_000, ...options };
    const { signal, logger, pollInterval } = this.#options;
    this.#stopListening = signal.on('change', (account) => {
      if (account !== 'all') this.#readers.get(account)?.wake();
      else for (const reader of this.#readers.values()) reader.wake();
    });
    this.#poll = new PollingLoop(
      () => this.#wakeReadersBehind(),
      { idle: pollInterval, blocked: pollInterval, failed: pollInterval },
      (err) => logger.warn({ err }, 'cannot poll for changes'),
    );
  }

  /** Ends every subscription. */
  async stop(): Promise<void> {
    this.#stopListening();
    const readers = [...this.#readers.values()];
    await Promise.all([this.#poll.stop(), ...readers.map((reader) => reader.stop())]);
  }

  /**
   * Subscribes to the changes of an account. Returns every change that is committed after this promise has resolved,
   * and possibly a few that were committed shortly before.
   *
   * @param after a cursor; the subscription begins with the changes after it
   * @param bufferLimit the number of changes that may wait for the subscriber. One more ends the subscription with a
   * `InterruptedError`. Changes arrive in batches of 100, so one batch may exceed a smaller limit. So does the loss of a
   * change that was published, by a restore or a fail-over.
   * @param onInterrupt called when that happens: a subscriber that has stopped reading would not see the error
   */
  async subscribe(
    accountId: number,
    { after, bufferLimit = 1_000, onInterrupt = () => {} }: SubscribeOptions = {},
  ): Promise<LiveSubscription> {
    const goLive = (): Promise<LiveTail> => this.#readerOf(accountId).subscribe(bufferLimit, onInterrupt);
    if (!after) return (await goLive()).changes;
    return new ResumedSubscription(this.#options.database.account(accountId), after, goLive);
  }

  #readerOf(accountId: number): AccountReader {
    let reader = this.#readers.get(accountId);
    if (!reader) {
      reader = new AccountReader(this.#options, this.#options.database.account(accountId), (ended) => {
        if (this.#readers.get(accountId) === ended) this.#readers.delete(accountId);
      });
      this.#readers.set(accountId, reader);
    }
    return reader;
  }

  async #wakeReadersBehind(): Promise<Progress> {
    const cursors = [...this.#readers].map(
      ([
        account_id,
        {
          cursor: { era, transactionId, id },
        },
      ]) => {
        return { account_id, era, transaction_id: transactionId, id };
      },
    );
    if (cursors.length === 0) return 'idle';
    const behind = await this.#options.database.session.execute<{ id: number }>(
      `select account_id as id from jsonb_to_recordset($1::jsonb) as reader(account_id integer, era integer, transaction_id xid8, id bigint)
       where exists (select from change where change.account_id = reader.account_id
         and (change.era, change.transaction_id, change.id) > (reader.era, reader.transaction_id, reader.id))`,
      [JSON.stringify(cursors)],
    );
    for (const { id } of behind) this.#readers.get(id)?.wake();
    return 'idle';
  }
}

/** Reads one account's log, from where it ends now, until the last subscriber leaves. */
class AccountReader {
  readonly #db: AccountDatabase;
  readonly #subscriptions = new Set<BufferedSubscription>();
  readonly #onEnd: (reader: AccountReader) => void;
  readonly #started: Promise<void>;
  #loop: PollingLoop | undefined;
  #cursor = startOfLog;

  constructor(options: Required<LiveFeedOptions>, db: AccountDatabase, onEnd: (reader: AccountReader) => void) {
    this.#db = db;
    this.#onEnd = onEnd;
    this.#started = this.#start(options);
  }

  get cursor(): Cursor {
    return this.#cursor;
  }

  wake(): void {
    this.#loop?.wake();
  }

  async subscribe(bufferLimit: number, onInterrupt: (reason: string) => void): Promise<LiveTail> {
    const subscription = new BufferedSubscription(bufferLimit, (ended, error) => {
      this.#subscriptions.delete(ended);
      if (error) onInterrupt(error.message);
      if (this.#subscriptions.size > 0) return;
      this.#onEnd(this);
      void this.#loop?.stop();
    });
    this.#subscriptions.add(subscription);
    try {
      await this.#started;
    } catch (error) {
      subscription.end();
      throw error;
    }
    return { changes: subscription, from: this.#cursor };
  }

  async stop(): Promise<void> {
    for (const subscription of this.#subscriptions) subscription.end();
    await this.#loop?.stop();
  }

  async #start({ pollInterval, logger }: Required<LiveFeedOptions>): Promise<void> {
    this.#cursor = await findEndOfLog(this.#db);
    if (this.#subscriptions.size === 0) return;
    this.#loop = new PollingLoop(
      () => this.#read(),
      { blocked: pollInterval, failed: pollInterval },
      (err) => logger.debug({ err, account: this.#db.accountId }, 'cannot read changes'),
    );
  }

  async #read(): Promise<Progress> {
    const { changes, hasUnsettled } = await readChanges(this.#db, this.#cursor, batchSize);
    if (await isForked(this.#db, this.#cursor, changes)) {
      for (const subscription of this.#subscriptions) subscription.end(new InterruptedError(lost));
      return 'idle';
    }
    this.#cursor = changes.at(-1) ?? this.#cursor;
    for (const change of changes) {
      for (const subscription of this.#subscriptions) subscription.push(change);
    }
    if (changes.length === batchSize) return 'more';
    return hasUnsettled ? 'blocked' : 'idle';
  }
}
