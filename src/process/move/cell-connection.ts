import pg from 'pg';
import type { Session } from '../../platform/database/session.js';

/** Settings on which the text of a row depends, so that both cells write the same, and on which no step may end early. */
export const exactSettings = [
  ...['timezone=UTC', 'datestyle=ISO', 'intervalstyle=postgres', 'bytea_output=hex', 'extra_float_digits=1'],
  ...['statement_timeout=0', 'idle_in_transaction_session_timeout=0'],
];

/** Connections of a move, at once: tables are compared side by side. */
const maxConnections = 4;

/** Another process is moving the account, or deletes its rows. */
export class AccountIsMovingError extends Error {
  constructor(accountId: number) {
    super(`another process is moving account ${accountId}`);
  }
}

/** The connection that has the lock of `exclusively` was lost. */
export class LostConnectionError extends Error {}

/** A cell that takes part in a move. Its connections have no time limits, because a copy may take hours. */
export class CellConnection implements Pick<Session, 'execute'> {
  readonly #pool: pg.Pool;
  readonly #clients = new Set<pg.PoolClient>();
  /** The reason why the lock of `exclusively` was lost. */
  #lost: Error | undefined;

  constructor(
    /** The name of the cell. */
    readonly name: string,
    /** The address of its database, without a pooler. */
    readonly url: string,
    /** The name of its sessions in the database, by which they can be ended. */
    application?: string,
  ) {
    this.#pool = new pg.Pool({
      connectionString: url,
      ...(application !== undefined && { application_name: application }),
      max: maxConnections,
      connectionTimeoutMillis: 5_000,
      options: exactSettings.map((option) => `-c ${option}`).join(' '),
      keepAlive: true,
    });
    // A lost idle connection: the next statement opens another, or fails.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => {
      this.#clients.add(client);
      // Its statement fails, too. Without a listener, the process would end.
      client.on('error', () => {});
    });
    this.#pool.on('remove', (client) => this.#clients.delete(client));
  }

  async execute<Row extends object>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    this.#requireLock();
    const { rows } = await this.#pool.query<Row>(sql, [...parameters]);
    return rows;
  }

  /** Executes statements, with their parameters, in one transaction. Returns the number of rows of the last. */
  async transaction(...statements: readonly (readonly [sql: string, ...parameters: unknown[]])[]): Promise<number> {
    this.#requireLock();
    const client = await this.#pool.connect();
    let isOver = false;
    try {
      await client.query('begin');
      let count = 0;
      for (const [sql, ...parameters] of statements) count = (await client.query(sql, parameters)).rowCount ?? 0;
      await client.query('commit');
      isOver = true;
      return count;
    } finally {
      // Closes the connection of a transaction that failed.
      client.release(!isOver);
    }
  }

  /**
   * Runs `work` while no other process moves the account or deletes its rows. PostgreSQL has the lock as long as its
   * connection: when it is lost, nothing is executed here any more.
   *
   * @throws AccountIsMovingError if another process has the lock
   */
  exclusively<Result>(accountId: number, work: () => Promise<Result>): Promise<Result> {
    return this.withLock([7463006, accountId], new AccountIsMovingError(accountId), work);
  }

  /**
   * Runs `work` with an advisory lock.
   *
   * @throws `refusal` if another process has the lock
   */
  async withLock<Result>(
    lock: readonly [number, number],
    refusal: Error,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const client = await this.#pool.connect();
    client.once('error', (error) => {
      this.#lost = error;
    });
    try {
      const { rows } = await client.query<{ isLocked: boolean }>('select pg_try_advisory_lock($1, $2) as "isLocked"', [
        ...lock,
      ]);
      if (!rows[0]?.isLocked) throw refusal;
      return await work();
    } finally {
      // PostgreSQL notices a moment late that a connection is closed, when the next command may have come.
      if (!this.#lost) await client.query('select pg_advisory_unlock_all()').catch(() => undefined);
      client.release(true);
    }
  }

  #requireLock(): void {
    if (this.#lost) throw new LostConnectionError(`the connection to ${this.name} was lost`, { cause: this.#lost });
  }

  /** Closes all connections although statements are executed, which fail. Nothing is executed here any more. */
  abandon(reason: Error): void {
    this.#lost ??= reason;
    // The driver does not wait for the answer to a statement, but closes the socket.
    for (const client of this.#clients) void client.end().catch(() => undefined);
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}
