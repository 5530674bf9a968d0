import type { Logger } from 'pino';
import type { AccountDatabase } from '../platform/database/account-database.js';
import type { Database } from '../platform/database/database.js';
import { type Position, startOfLog } from './cursor.js';
import { BufferedSubscription, type LiveSubscription } from './live-subscription.js';
import { endOfLog, readChanges } from './log-reader.js';
import { Follower, type Progress } from './polling-loop.js';
import { type LiveTail, ResumedSubscription } from './resumed-subscription.js';
import type { ChangeSignal } from './signal.js';

export { type LiveSubscription, SlowSubscriberError } from './live-subscription.js';

const batchSize = 100;

export interface SubscribeOptions {
  after?: Position | undefined;
  bufferLimit?: number;
  onOverflow?: () => void;
}

export interface LiveFeedOptions {
  database: Database;
  signal: ChangeSignal;
  logger: Logger;
  /** Milliseconds between two looks for changes of which no notice came. */
  pollEvery?: number;
}

/**
 * The changes of the accounts that somebody follows in this process, as they are committed. Each such account's log is
 * read once, for all its subscribers; what the database does not answer is asked again.
 */
export class LiveFeed {
  readonly #options: Required<LiveFeedOptions>;
  readonly #readers = new Map<number, AccountReader>();
  readonly #poll: Follower;
  readonly #stopListening: () => void;

  constructor(options: LiveFeedOptions) {
    this.#options = { pollEvery: 1_000, ...options };
    const { signal, logger, pollEvery } = this.#options;
    this.#stopListening = signal.on('change', (account) => {
      if (account !== 'all') this.#readers.get(account)?.wake();
      else for (const reader of this.#readers.values()) reader.wake();
    });
    this.#poll = new Follower(
      () => this.#wakeReadersBehind(),
      { idle: pollEvery, held: pollEvery, failed: pollEvery },
      (err) => logger.warn({ err }, 'cannot look for changes'),
    );
  }

  /** Ends every subscription. */
  async stop(): Promise<void> {
    this.#stopListening();
    const readers = [...this.#readers.values()];
    await Promise.all([this.#poll.stop(), ...readers.map((reader) => reader.stop())]);
  }

  /**
   * Every change of the account that is committed after this has resolved, and possibly a few that were shortly before.
   *
   * @param after a place of the log: what was committed after it comes first
   * @param bufferLimit changes that may wait for their reader; one more, and the subscription ends with a
   *   `SlowSubscriberError`. Changes come in batches of 100, so that a smaller limit may be passed by one batch.
   * @param onOverflow told of that at once: a reader that has stopped reading would not see the error
   */
  async subscribe(
    accountId: number,
    { after, bufferLimit = 1_000, onOverflow = () => {} }: SubscribeOptions = {},
  ): Promise<LiveSubscription> {
    const goLive = (): Promise<LiveTail> => this.#readerOf(accountId).subscribe(bufferLimit, onOverflow);
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
    const places = [...this.#readers].map(([account_id, { position }]) => ({
      account_id,
      era: position.era,
      transaction_id: position.transactionId,
      id: position.id,
    }));
    if (places.length === 0) return 'idle';
    const behind = await this.#options.database.orm.em.fork().execute<{ id: number }[]>(
      `select account_id as id from jsonb_to_recordset(?::jsonb) as place(account_id integer, era integer, transaction_id xid8, id bigint)
       where exists (select from change where change.account_id = place.account_id
         and (change.era, change.transaction_id, change.id) > (place.era, place.transaction_id, place.id))`,
      [JSON.stringify(places)],
    );
    for (const { id } of behind) this.#readers.get(id)?.wake();
    return 'idle';
  }
}

/** Reads one account's log from its end, as long as there are subscribers. */
class AccountReader {
  readonly #db: AccountDatabase;
  readonly #subscriptions = new Set<BufferedSubscription>();
  readonly #onEnd: (reader: AccountReader) => void;
  readonly #started: Promise<void>;
  #follower: Follower | undefined;
  #position = startOfLog;

  constructor(options: Required<LiveFeedOptions>, db: AccountDatabase, onEnd: (reader: AccountReader) => void) {
    this.#db = db;
    this.#onEnd = onEnd;
    this.#started = this.#start(options);
  }

  get position(): Position {
    return this.#position;
  }

  wake(): void {
    this.#follower?.wake();
  }

  async subscribe(bufferLimit: number, onOverflow: () => void): Promise<LiveTail> {
    const subscription = new BufferedSubscription(bufferLimit, (ended, error) => {
      this.#subscriptions.delete(ended);
      if (error) onOverflow();
      if (this.#subscriptions.size > 0) return;
      this.#onEnd(this);
      void this.#follower?.stop();
    });
    this.#subscriptions.add(subscription);
    try {
      await this.#started;
    } catch (error) {
      subscription.end();
      throw error;
    }
    return { changes: subscription, from: this.#position };
  }

  async stop(): Promise<void> {
    for (const subscription of this.#subscriptions) subscription.end();
    await this.#follower?.stop();
  }

  async #start({ pollEvery, logger }: Required<LiveFeedOptions>): Promise<void> {
    this.#position = await endOfLog(this.#db);
    if (this.#subscriptions.size === 0) return;
    this.#follower = new Follower(
      () => this.#read(),
      { held: pollEvery, failed: pollEvery },
      (err) => logger.debug({ err, account: this.#db.accountId }, 'cannot read changes'),
    );
  }

  async #read(): Promise<Progress> {
    const { changes, held } = await readChanges(this.#db, this.#position, batchSize);
    this.#position = changes.at(-1) ?? this.#position;
    for (const change of changes) {
      for (const subscription of this.#subscriptions) subscription.push(change);
    }
    if (changes.length === batchSize) return 'more';
    return held ? 'held' : 'idle';
  }
}
