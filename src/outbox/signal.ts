import { setTimeout as pass } from 'node:timers/promises';
import type { Logger } from 'pino';
import { PreparingClient, prepareStatement } from '../platform/database/preparing-client.js';
import { registration } from '../platform/database/running-versions.js';
import { PollingLoop, type Progress } from './polling-loop.js';

/** Called with the id of an account or the number of a migration, or with `all` if notices may have been lost. */
export type NoticeListener = (accountId: number | 'all') => void;

/**
 * `change`: changes were added to the log of the account. This program sends it after a commit. `account`: the account,
 * one of its keys or one of its users has changed. A trigger sends it. `migration`: the number of a migration beside which
 * processes that do not know it must stop their work, or 0 after the migrations of a start. The start sends it.
 */
export type Channel = 'change' | 'account' | 'migration';

const channels: readonly Channel[] = ['change', 'account', 'migration'];

/** Prepared: PostgreSQL took 94 µs for it, and 34 once it is parsed. */
const notifying = `select pg_notify('change', id::text) from unnest($1::integer[]) as id`;

/**
 * In milliseconds, after a notice. Those that come meanwhile share a statement, and wake each listener once. A notice of
 * its own for each of 300 creations a second took a tenth of Node's CPU time for them, and as much of each process that
 * listens. The first notice after a pause is sent at once.
 */
const pauseBetweenNotices = 10;

const reconnectPause = 5_000;
const connectionTimeout = 10_000;

/** In milliseconds. Behind a proxy, the connection may stay open when the database is gone. */
export interface ConnectionCheck {
  /** The pause between two checks whether the database answers. */
  interval: number;
  /** A connection without an answer for so long is closed. */
  patience: number;
}

/**
 * Sends and receives notices among the processes of a database, by LISTEN and NOTIFY on a connection of its own. A
 * notice may be lost, so a listener must also poll, or bound the age of what it caches. The connection is also the
 * registration of this process: see `src/platform/database/running-versions.ts`.
 */
export class ChangeSignal {
  readonly #url: string;
  readonly #logger: Logger;
  readonly #check: ConnectionCheck;
  readonly #listeners: Record<Channel, Set<NoticeListener>> = {
    change: new Set(),
    account: new Set(),
    migration: new Set(),
  };
  readonly #pending = new Set<number>();
  /** Aborted by `stop`, so that the last notices are sent without a pause. */
  readonly #stopping = new AbortController();
  #client: PreparingClient | undefined;
  /** The connection that registers, for which it may have to wait. */
  #opening: PreparingClient | undefined;
  #loop: PollingLoop | undefined;
  #sending: Promise<void> | undefined;

  /**
   * @param url the URL of the database itself, not of a pooler: LISTEN needs a session
   * @param pauseBetween in milliseconds, between notices
   */
  constructor(
    url: string,
    logger: Logger,
    check: ConnectionCheck = { interval: 15_000, patience: 10_000 },
    private readonly pauseBetween = pauseBetweenNotices,
  ) {
    this.#url = url;
    this.#logger = logger;
    this.#check = check;
  }

  /** Resolves after the first attempt to connect, even if it failed. Reconnects until `stop` is called. */
  async start(): Promise<void> {
    const attempted = Promise.withResolvers<void>();
    this.#loop = new PollingLoop(
      () => this.#listen(attempted.resolve),
      { blocked: reconnectPause, failed: reconnectPause },
      (err) => {
        this.#logger.warn({ err }, 'cannot listen for changes');
        attempted.resolve();
      },
    );
    await attempted.promise;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#send();
    const stopped = this.#loop?.stop();
    await (this.#client ?? this.#opening)?.end();
    await stopped;
  }

  /** Closes the connection, which ends the registration of this process, and opens another, which registers it again. */
  async reconnect(): Promise<void> {
    await this.#client?.end();
  }

  /** Whether the connection that receives notices is open. */
  get isConnected(): boolean {
    return this.#client !== undefined;
  }

  /** Calls `listener` for each notice until the returned function is called. */
  on(channel: Channel, listener: NoticeListener): () => void {
    this.#listeners[channel].add(listener);
    return () => this.#listeners[channel].delete(listener);
  }

  /**
   * Sends a notice for the account; call it after a commit. Accounts of one tick, or of one pause between notices, share
   * a statement.
   */
  notify(accountId: number): void {
    if (this.#pending.size === 0) setImmediate(() => this.#send());
    this.#pending.add(accountId);
  }

  /** Opens a connection, listens, and resolves when the connection ends. */
  async #listen(connected: () => void): Promise<Progress> {
    const client = new PreparingClient({
      connectionString: this.#url,
      keepAlive: true,
      connectionTimeoutMillis: connectionTimeout,
    });
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    client.once('end', end);
    client.on('error', (err) => this.#logger.warn({ err }, 'the connection that listens for changes was lost'));
    client.on('notification', ({ channel, payload }) => this.#call(channel, Number(payload)));
    try {
      this.#opening = client;
      // `connect` never returns if `stop` ends the connection meanwhile.
      const isOpen = await Promise.race([client.connect().then(() => true), ended.then(() => false)]);
      if (!isOpen) return 'more';
      await client.query([...channels.map((channel) => `listen ${channel}`), registration].join('; '));
      this.#client = client;
      for (const channel of channels) this.#call(channel, 'all');
      connected();
      void this.#send();
      if (!this.#loop?.stopping) await this.#waitForEnd(client, ended);
      return 'more';
    } finally {
      this.#client = undefined;
      this.#opening = undefined;
      void client.end().catch(() => {});
    }
  }

  /** Resolves when the connection has ended. Closes it when the database does not answer. */
  async #waitForEnd(client: PreparingClient, ended: Promise<void>): Promise<void> {
    const { interval, patience } = this.#check;
    while (!(await isWithin(ended, interval))) {
      const isAnswered = await isWithin(
        client.query('select').catch(() => {}),
        patience,
      );
      if (!isAnswered) client.connection.stream.destroy(new Error('the database does not answer'));
    }
  }

  #call(name: string, accountId: number | 'all'): void {
    const channel = channels.find((known) => known === name);
    if (channel) for (const listener of this.#listeners[channel]) listener(accountId);
  }

  #send(): Promise<void> {
    this.#sending ??= this.#sendPending().finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  async #sendPending(): Promise<void> {
    while (this.#client && this.#pending.size > 0) {
      const accounts = [...this.#pending];
      this.#pending.clear();
      prepareStatement(notifying, 'constant');
      await this.#client
        .query(notifying, [accounts])
        .catch((err) => this.#logger.warn({ err }, 'a notice of changes was lost'));
      await pass(this.pauseBetween, undefined, { signal: this.#stopping.signal }).catch(() => {});
    }
  }
}

const isWithin = (work: Promise<unknown>, milliseconds: number): Promise<boolean> =>
  Promise.race([work.then(() => true), pass(milliseconds, false, { ref: false })]);
