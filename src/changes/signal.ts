import pg from 'pg';
import type { Logger } from 'pino';
import { Follower, type Progress } from './follower.js';

/** Told of an account whose log may have grown; of `all` when notices may have been lost. */
export type ChangeListener = (accountId: number | 'all') => void;

const channel = 'change';
const longestPause = 5_000;
const connectionTimeout = 10_000;

/**
 * Tells every process on the database that an account's log has grown, by LISTEN and NOTIFY on a connection of its own.
 * A notice may be lost, so nobody may depend on one: it only shortens the wait.
 */
export class ChangeSignal {
  readonly #url: string;
  readonly #logger: Logger;
  readonly #listeners = new Set<ChangeListener>();
  readonly #pending = new Set<number>();
  #client: pg.Client | undefined;
  #connection: Follower | undefined;
  #sending = false;

  /** @param url the database's own, not a pooler's: LISTEN needs a session */
  constructor(url: string, logger: Logger) {
    this.#url = url;
    this.#logger = logger;
  }

  /** Resolves after the first attempt to connect; whether that failed or not, it is kept up until `stop`. */
  async start(): Promise<void> {
    const attempted = Promise.withResolvers<void>();
    this.#connection = new Follower(
      () => this.#listen(attempted.resolve),
      { held: longestPause, failed: longestPause },
      (err) => {
        this.#logger.warn({ err }, 'cannot listen for changes');
        attempted.resolve();
      },
    );
    await attempted.promise;
  }

  async stop(): Promise<void> {
    await this.#send();
    const stopped = this.#connection?.stop();
    await this.#client?.end();
    await stopped;
  }

  onChange(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** To be called after a commit. Those of one tick, and those that come while a notice is under way, go together. */
  announce(accountId: number): void {
    if (this.#pending.size === 0) setImmediate(() => this.#send());
    this.#pending.add(accountId);
  }

  /** One connection, from its beginning to its end. */
  async #listen(connected: () => void): Promise<Progress> {
    const client = new pg.Client({
      connectionString: this.#url,
      keepAlive: true,
      connectionTimeoutMillis: connectionTimeout,
    });
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    client.once('end', end);
    client.on('error', (err) => this.#logger.warn({ err }, 'the connection that listens for changes was lost'));
    client.on('notification', ({ payload }) => this.#tell(Number(payload)));
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      this.#client = client;
      this.#tell('all');
      connected();
      void this.#send();
      if (!this.#connection?.stopping) await ended;
      return 'more';
    } finally {
      this.#client = undefined;
      void client.end().catch(() => {});
    }
  }

  #tell(accountId: number | 'all'): void {
    for (const listener of this.#listeners) listener(accountId);
  }

  async #send(): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    while (this.#client && this.#pending.size > 0) {
      const accounts = [...this.#pending];
      this.#pending.clear();
      await this.#client
        .query('select pg_notify($1, id::text) from unnest($2::integer[]) as id', [channel, accounts])
        .catch((err) => this.#logger.warn({ err }, 'a notice of changes was lost'));
    }
    this.#sending = false;
  }
}
