import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import type { Database } from '../platform/database/database.js';
import { execute } from '../platform/database/statements.js';
import { Semaphore } from '../platform/semaphore.js';
import type { RecordedChange } from './change-log.js';
import { type Position, startOfLog } from './cursor.js';
import { type LogSource, readChanges } from './log-reader.js';
import { Follower, type Progress } from './polling-loop.js';
import { accountsWithPosition, isToBeRelayed } from './relay-position.js';
import type { ChangeSignal } from './signal.js';

export interface RelayOptions {
  database: Database;
  signal: ChangeSignal;
  logger: Logger;
  /** Whose place in the log this is; at most 31 characters. Relays of one name share the work. */
  consumer: string;
  /** Takes one change. It may be given a change again, so it must be safe to repeat. */
  handle(change: RecordedChange): Promise<void>;
  /** Milliseconds between two looks for changes of which no notice came. */
  pollEvery?: number;
  /** The longest pause in milliseconds of an account whose changes cannot be handled. */
  longestPause?: number;
  /** Accounts that are relayed at a time; each holds a connection to the database. */
  concurrency?: number;
  /** Changes of an account that are handled at a time, 1 unless given; those of one object never are. */
  atOnce?: number;
  /** Milliseconds after which a batch is cut short: a transaction that is idle for 10 s is taken for dead. */
  longestBatch?: number;
}

const batchSize = 100;

/**
 * Hands every change of every account to `handle`, at least once and in the order of the account's log. Any number of
 * processes may run it: an account is relayed by one at a time, and each goes on where the last one ended.
 */
export class Relay {
  readonly #options: Required<RelayOptions>;
  readonly #semaphore: Semaphore;
  readonly #accounts = new Map<number, Follower>();
  #poll: Follower | undefined;
  #stopListening: (() => void) | undefined;
  #stopping = false;

  constructor(options: RelayOptions) {
    this.#options = {
      pollEvery: 1_000,
      longestPause: 5_000,
      concurrency: 4,
      atOnce: 1,
      longestBatch: 4_000,
      ...options,
    };
    this.#semaphore = new Semaphore(this.#options.concurrency);
  }

  start(): void {
    const { signal, logger, pollEvery } = this.#options;
    this.#stopListening = signal.on('change', (account) => {
      if (account === 'all') this.#poll?.wake();
      else this.#wake(account);
    });
    this.#poll = new Follower(
      () => this.#wakeAccountsBehind(),
      { idle: pollEvery, held: pollEvery, failed: pollEvery },
      (err) => logger.warn({ err }, 'cannot look for changes to relay'),
    );
  }

  /** Waits for the changes in hand; the rest of their batches is left to the next start. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#stopListening?.();
    await this.#poll?.stop();
    await Promise.all([...this.#accounts.values()].map((follower) => follower.stop()));
  }

  async #wakeAccountsBehind(): Promise<Progress> {
    const behind = await this.#options.database.orm.em
      .fork()
      .execute<{ id: number }[]>(
        `select account.id from ${accountsWithPosition} where exists (select from change where ${isToBeRelayed})`,
        [this.#options.consumer],
      );
    for (const { id } of behind) this.#wake(id);
    return 'idle';
  }

  #wake(accountId: number): void {
    const follower = this.#accounts.get(accountId);
    if (follower) follower.wake();
    else this.#accounts.set(accountId, this.#follow(accountId));
  }

  #follow(accountId: number): Follower {
    const { pollEvery, longestPause, logger, consumer } = this.#options;
    return new Follower(
      () => this.#semaphore.run(() => this.#relayBatch(accountId)),
      { held: pollEvery, failed: longestPause },
      (err) => logger.error({ err, account: accountId, consumer }, 'cannot relay changes'),
    );
  }

  /**
   * The account is claimed by a lock that is no write: the transaction gets an id only when it saves the position, at
   * its end, and so does not hold back the readers of the log while changes are handled.
   */
  async #relayBatch(accountId: number): Promise<Progress> {
    const { database, consumer } = this.#options;
    const batch = await database.orm.em.fork().transactional(async (em) => {
      if (this.#stopping || !(await claim(em, consumer, accountId))) return undefined;
      const position = await readPosition(em, consumer, accountId);
      const page = await readChanges(sourceOf(em, accountId), position, batchSize);
      const { count, error } = await this.#handle(page.changes);
      const last = page.changes[count - 1];
      if (last) await savePosition(em, consumer, last);
      return { ...page, count, error };
    });
    if (batch?.error) throw batch.error;
    if (batch && (batch.changes.length === batchSize || batch.count < batch.changes.length)) return 'more';
    return batch?.held ? 'held' : 'idle';
  }

  /** Up to the first that fails, or until the batch takes too long: `count` is how many are done. */
  async #handle(changes: RecordedChange[]): Promise<{ count: number; error?: Error }> {
    const { atOnce, longestBatch } = this.#options;
    const begun = performance.now();
    for (let count = 0; count < changes.length; count += atOnce) {
      if (this.#stopping || (count > 0 && performance.now() - begun > longestBatch)) return { count };
      const some = changes.slice(count, count + atOnce);
      const results = await this.#handleAtOnce(some);
      for (const [index, result] of results.entries()) {
        if (result.status === 'fulfilled') continue;
        const { id, name } = some[index] ?? {};
        const error = new Error(`change ${id} (${name}) was not taken`, { cause: result.reason });
        return { count: count + index, error };
      }
    }
    return { count: changes.length };
  }

  /** Handles the changes of one object one after the other, so that what they lead to is stored in their order. */
  #handleAtOnce(changes: RecordedChange[]): Promise<PromiseSettledResult<void>[]> {
    const previous = new Map<string, Promise<void>>();
    const handled = changes.map((change) => {
      const object = `${change.objectType}:${change.objectId}`;
      const handling = (previous.get(object) ?? Promise.resolve()).then(() => this.#options.handle(change));
      previous.set(object, handling);
      return handling;
    });
    return Promise.allSettled(handled);
  }
}

function sourceOf(em: EntityManager, accountId: number): LogSource {
  return {
    accountId,
    query: <Result extends object>(sql: string, parameters: readonly unknown[] = []) =>
      execute<Result>(em, sql, [accountId, ...parameters]),
  };
}

/** Takes the account for as long as the transaction runs, unless another process has it. */
async function claim(em: EntityManager, consumer: string, accountId: number): Promise<boolean> {
  const [row] = await execute<{ claimed: boolean }>(
    em,
    'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as claimed',
    [`relay:${consumer}:${accountId}`],
  );
  return row?.claimed === true;
}

async function readPosition(em: EntityManager, consumer: string, accountId: number): Promise<Position> {
  const [row] = await execute<Position>(
    em,
    `select era, transaction_id::text as "transactionId", change_id::text as id from relay_position
     where account_id = $1 and consumer = $2`,
    [accountId, consumer],
  );
  return row ?? startOfLog;
}

async function savePosition(em: EntityManager, consumer: string, last: RecordedChange): Promise<void> {
  await execute(
    em,
    `insert into relay_position (account_id, consumer, era, transaction_id, change_id)
     values ($1, $2, $3, $4::xid8, $5::bigint)
     on conflict (account_id, consumer) do update
       set era = excluded.era, transaction_id = excluded.transaction_id, change_id = excluded.change_id`,
    [last.accountId, consumer, last.era, last.transactionId, last.id],
  );
}
