import type { Logger } from 'pino';
import type { Database } from '../platform/database/database.js';
import type { Session } from '../platform/database/session.js';
import { isWritableAccount } from '../platform/database/writable-account.js';
import { Semaphore } from '../platform/fairness.js';
import { RepeatedErrors } from '../platform/repeated-errors.js';
import { AccountsBehind } from './backlog.js';
import { BlockingTransactions } from './blocking-transactions.js';
import { type Cursor, startOfLog } from './cursor.js';
import { type LogSource, readChanges } from './log-reader.js';
import { Modes, type ModeTransitions } from './modes.js';
import { PollingLoop, type Progress } from './polling-loop.js';
import type { RecordedChange } from './recorded-change.js';
import type { ChangeSignal, NoticeListener } from './signal.js';

export interface RelayOptions {
  database: Database;
  signal: ChangeSignal;
  logger: Logger;
  /** Name of the cursor, at most 31 characters. Relays of the same consumer share the work. */
  consumer: string;
  /**
   * Handles one change. Called at least once per change, so it must be idempotent. If it throws, the batch ends before the
   * change: the error is logged, the cursor is saved after the changes before it, and after a pause the account continues
   * with this change. Those that were handled at the same time are handled again. Other accounts continue.
   */
  handle(change: RecordedChange): Promise<void>;
  /**
   * Whether this version has the name of a change; all unless given. Processes of a newer version may add others: their
   * workers handle them. If none has for `unknownPatience` milliseconds, 60,000 unless given, they are passed over. If it
   * throws, no change of the batch is handled: the error is logged, and the batch is read again after a pause.
   */
  isKnown?(change: RecordedChange): boolean;
  unknownPatience?: number;
  /** Milliseconds between polls, which find the changes whose notice was lost. 1,000 unless given. */
  pollInterval?: number;
  /**
   * Upper bound, in milliseconds, of the pause of an account after a failed batch. 5,000 unless given. The first pause is 20
   * ms, and each failure in succession doubles it.
   */
  maxDelay?: number;
  /** Accounts that are relayed at the same time, each with a database connection. 4 unless given. */
  concurrency?: number;
  /** Changes of one account that are handled at the same time; those of one object never are. 1 unless given. */
  accountConcurrency?: number;
  /**
   * Milliseconds after which a batch ends early, 4,000 unless given: PostgreSQL ends a transaction that is idle for 10
   * s.
   */
  maxBatchDuration?: number;
  /**
   * Called at each poll: for how many seconds an open transaction has held changes back, 0 if none does. If it throws, the
   * error is logged, and the next poll comes as usual.
   */
  reportBlocked?(seconds: number): void;
}

const batchSize = 100;

/**
 * The modes of a relay. While it is `stopping`, batches end after the changes that are being handled. A worker that starts
 * again has a new relay.
 */
const relayModes = {
  new: ['running'],
  running: ['stopping'],
  stopping: ['stopped'],
  stopped: [],
} as const satisfies ModeTransitions<'new' | 'running' | 'stopping' | 'stopped'>;

type AccountMode = 'idle' | 'queued' | 'relaying' | 'behind' | 'blocked' | 'left' | 'failed';

/**
 * The modes of an account in a relay. A batch is `queued` until one of `concurrency` permits is free, then the account is
 * `relaying`: claim, read, handle, save the cursor, in one transaction. Never are two batches of an account in one relay.
 * How the batch ends decides when the next is queued.
 */
const accountModes: ModeTransitions<AccountMode> = {
  /** All is relayed, or another process has the account: at its next notice, or at a poll that finds it behind. */
  idle: ['queued'],
  queued: ['relaying'],
  relaying: ['idle', 'behind', 'blocked', 'left', 'failed'],
  /** The batch was full or took too long: at once. */
  behind: ['queued'],
  /** Changes wait for an open transaction, which can still commit a change before them: after a pause, or a notice. */
  blocked: ['queued'],
  /** The next change is unknown and left to workers of a newer version: after a pause, or a notice. */
  left: ['queued'],
  /** The batch threw an error, which is logged: after a pause, which a notice does not shorten. */
  failed: ['queued'],
};

type BatchEnd = Exclude<AccountMode, 'queued' | 'relaying' | 'failed'>;

const progressAfter: Readonly<Record<BatchEnd, Progress>> = {
  idle: 'idle',
  behind: 'more',
  blocked: 'blocked',
  left: 'blocked',
};

/**
 * Calls `handle` with every change of every account, at least once and in the order of the account's log. Any number of
 * processes may run a relay: one at a time relays an account, and continues from the saved cursor.
 */
export class Relay {
  readonly #options: Required<RelayOptions>;
  readonly #errors: RepeatedErrors;
  readonly #semaphore: Semaphore;
  readonly #loops = new Map<number, PollingLoop>();
  /** Accounts with changes that wait for an open transaction. */
  readonly #blocked = new Set<number>();
  /** The first unknown change of an account, and since when it is left, by `performance.now()`. */
  readonly #unknown = new Map<number, { id: string; since: number }>();
  readonly #blockingTransactions: BlockingTransactions;
  readonly #accountsBehind: AccountsBehind;
  #poll: PollingLoop | undefined;
  #stopListening: (() => void)[] = [];
  readonly #mode = new Modes('the relay', relayModes, 'new');

  constructor(options: RelayOptions) {
    this.#options = {
      pollInterval: 1_000,
      maxDelay: 5_000,
      concurrency: 4,
      accountConcurrency: 1,
      maxBatchDuration: 4_000,
      reportBlocked: () => {},
      isKnown: () => true,
      unknownPatience: 60_000,
      ...options,
    };
    this.#blockingTransactions = new BlockingTransactions(options.logger);
    this.#accountsBehind = new AccountsBehind(options.consumer);
    this.#errors = new RepeatedErrors(options.logger);
    this.#semaphore = new Semaphore(this.#options.concurrency);
  }

  /** @throws Error if it was started before */
  start(): void {
    this.#mode.enter('running');
    const { signal, logger, pollInterval } = this.#options;
    const onNotice: NoticeListener = (account) => {
      if (account !== 'all') return this.#wake(account);
      this.#accountsBehind.forget();
      this.#poll?.wake();
    };
    // A change of the account may be the end of a pause, before which another server's part of its log was copied.
    this.#stopListening = [signal.on('change', onNotice), signal.on('account', onNotice)];
    this.#poll = new PollingLoop(
      () => this.#wakeAccountsBehind(),
      { idle: pollInterval, blocked: pollInterval, failed: pollInterval },
      (err) => logger.warn({ err }, 'cannot poll for changes to relay'),
    );
  }

  /**
   * Waits for the changes that are being handled. The rest of their batches waits for the next relay.
   *
   * @throws Error if it is not running
   */
  async stop(): Promise<void> {
    this.#mode.enter('stopping');
    for (const stopListening of this.#stopListening) stopListening();
    await this.#poll?.stop();
    await Promise.all([...this.#loops.values()].map((loop) => loop.stop()));
    this.#mode.enter('stopped');
  }

  get #isStopping(): boolean {
    return this.#mode.current !== 'running';
  }

  async #wakeAccountsBehind(): Promise<Progress> {
    const { session } = this.#options.database;
    const { active } = await this.#accountsBehind.find(session);
    for (const id of active) this.#wake(id);
    if (this.#blocked.size === 0) this.#blockingTransactions.forget();
    this.#options.reportBlocked(this.#blocked.size > 0 ? await this.#blockingTransactions.check(session) : 0);
    return 'idle';
  }

  #wake(accountId: number): void {
    const loop = this.#loops.get(accountId);
    if (loop) loop.wake();
    else this.#loops.set(accountId, this.#relay(accountId));
  }

  #relay(accountId: number): PollingLoop {
    const { pollInterval, maxDelay, consumer } = this.#options;
    const mode = new Modes(`the relay of account ${accountId}`, accountModes, 'idle');
    return new PollingLoop(
      () => {
        mode.enter('queued');
        return this.#semaphore.run(() => this.#relayInMode(accountId, mode));
      },
      { blocked: pollInterval, failed: maxDelay },
      (err) => this.#errors.log(err, 'cannot relay changes', { account: accountId, consumer }),
    );
  }

  async #relayInMode(accountId: number, mode: Modes<AccountMode>): Promise<Progress> {
    mode.enter('relaying');
    try {
      const end = await this.#relayBatch(accountId);
      mode.enter(end);
      if (end === 'blocked') this.#blocked.add(accountId);
      if (end === 'idle') this.#blocked.delete(accountId);
      return progressAfter[end];
    } catch (error) {
      mode.enter('failed');
      throw error;
    }
  }

  /**
   * Claims the account by an advisory lock, which is no write: the transaction gets an id only when it saves the
   * cursor, at its end. With an id from its start, it would keep the changes of all accounts unsettled while it handles
   * a batch.
   */
  async #relayBatch(accountId: number): Promise<BatchEnd> {
    const { database, consumer } = this.#options;
    const batch = await database.session.transaction(async (session) => {
      if (this.#isStopping || !(await claim(session, consumer, accountId))) return undefined;
      const cursor = await readCursor(session, consumer, accountId);
      const page = await readChanges(sourceOf(session, accountId), cursor, batchSize);
      const known = this.#beforeUnknown(accountId, page.changes);
      const { count, error } = await this.#handle(known);
      const last = known[count - 1];
      if (last) await saveCursor(session, consumer, last);
      return { ...page, count, error, isLeft: count === known.length && count < page.changes.length };
    });
    if (batch?.error) throw batch.error;
    if (!batch) return 'idle';
    if (batch.isLeft) return 'left';
    if (batch.changes.length === batchSize || batch.count < batch.changes.length) return 'behind';
    return batch.hasUnsettled ? 'blocked' : 'idle';
  }

  /** Returns the changes before the first that is left to workers of a newer version. */
  #beforeUnknown(accountId: number, changes: RecordedChange[]): RecordedChange[] {
    const { isKnown, unknownPatience, logger } = this.#options;
    const end = changes.findIndex((change) => !isKnown(change));
    const first = changes[end];
    if (!first) {
      this.#unknown.delete(accountId);
      return changes;
    }
    const { id, name } = first;
    const left = this.#unknown.get(accountId);
    if (left?.id === id && performance.now() - left.since >= unknownPatience) {
      logger.warn({ account: accountId, change: id, name }, 'passed over changes of a newer version');
      return changes;
    }
    if (left?.id !== id) this.#unknown.set(accountId, { id, since: performance.now() });
    return changes.slice(0, end);
  }

  /** Handles changes up to the first that fails, or until the batch takes too long. `count` is the number handled. */
  async #handle(changes: RecordedChange[]): Promise<{ count: number; error?: Error }> {
    const { accountConcurrency, maxBatchDuration } = this.#options;
    const startedAt = performance.now();
    for (let count = 0; count < changes.length; count += accountConcurrency) {
      if (this.#isStopping || (count > 0 && performance.now() - startedAt > maxBatchDuration)) return { count };
      const group = changes.slice(count, count + accountConcurrency);
      const results = await this.#handleGroup(group);
      for (const [index, result] of results.entries()) {
        if (result.status === 'fulfilled') continue;
        const { id, name } = group[index] ?? {};
        const error = new Error(`change ${id} (${name}) was not handled`, { cause: result.reason });
        return { count: count + index, error };
      }
    }
    return { count: changes.length };
  }

  /** Handles changes at the same time, but those of one object one after the other: their jobs are stored in order. */
  #handleGroup(changes: RecordedChange[]): Promise<PromiseSettledResult<void>[]> {
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

function sourceOf(session: Session, accountId: number): LogSource {
  return {
    accountId,
    query: <Result extends object>(sql: string, parameters: readonly unknown[] = []) =>
      session.execute<Result>(sql, [accountId, ...parameters]),
  };
}

/** Locks the account until the transaction ends. Returns false if another process or cell has it, or if it is paused. */
async function claim(session: Session, consumer: string, accountId: number): Promise<boolean> {
  const [row] = await session.execute<{ claimed: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended($1, 0)) and exists (
       select from account where id = $2 and ${isWritableAccount}) as claimed`,
    [`relay:${consumer}:${accountId}`, accountId],
  );
  return row?.claimed === true;
}

async function readCursor(session: Session, consumer: string, accountId: number): Promise<Cursor> {
  const [row] = await session.execute<Cursor>(
    `select era, transaction_id::text as "transactionId", change_id::text as id from relay_position
     where account_id = $1 and consumer = $2`,
    [accountId, consumer],
  );
  return row ?? startOfLog;
}

async function saveCursor(session: Session, consumer: string, last: RecordedChange): Promise<void> {
  await session.execute(
    `insert into relay_position (account_id, consumer, era, transaction_id, change_id)
     values ($1, $2, $3, $4::xid8, $5::bigint)
     on conflict (account_id, consumer) do update
       set era = excluded.era, transaction_id = excluded.transaction_id, change_id = excluded.change_id`,
    [last.accountId, consumer, last.era, last.transactionId, last.id],
  );
}
