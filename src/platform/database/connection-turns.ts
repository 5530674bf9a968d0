import type { MikroORM } from '@mikro-orm/postgresql';
import type { Pool, PoolClient } from 'pg';
import { accountBusy } from '../errors.js';
import type { AccountUsage } from '../fairness/account-usage.js';
import { FairQueue, noAccount, QueueRefusal, type Release } from '../fairness/fair-queue.js';
import { connectionLimits } from './connection.js';
import { isPoolTimeout, isRepeatableRequest, toUnavailable } from './unavailable.js';

/**
 * Connections that one account never takes: its transactions may all wait for one lock until their timeout, and give no
 * connection back. One account is as fast with 10 of 12 connections as with all of them, see `defaultPoolSize`.
 */
const leftToOthers = 2;

interface OpenedPool {
  pool: Pool;
  queue: FairQueue;
  /** The connections that one account may take. */
  ofAccount: number;
}

interface TakenConnection {
  client: PoolClient;
  release: Release;
}

/**
 * Gives the connections of a pool to accounts in turn: a free connection goes to the account that has the fewest. The
 * queue of `pg.Pool` is first come, first served, so the statements of 32 costly requests of one account, each on up to
 * five connections, would all be sent before the next statement of any other account.
 *
 * Rejected: an equal share for each account. Most connections would idle while one account is alone, the usual case.
 */
export class ConnectionTurns {
  #opened: OpenedPool | undefined;

  /** @param usage counts the time for which each account has connections */
  constructor(
    private readonly orm: MikroORM,
    private readonly usage?: AccountUsage,
  ) {}

  /** The number of callers that wait for a connection, and not yet at the pool. */
  get waiting(): number {
    return this.#opened?.queue.waiting ?? 0;
  }

  /**
   * @throws RateLimitError in a request, if others of its account have all connections that one account may take
   * @throws DatabaseUnavailableError if there is no connection in time for another reason
   */
  async take(accountId = noAccount): Promise<TakenConnection> {
    const opened = this.#opened ?? (await this.#open());
    const { pool, queue } = opened;
    let leave: Release = () => {};
    try {
      leave = await queue.enter(accountId);
      const client = await pool.connect();
      const takenAt = performance.now();
      const release = (): void => {
        client.release();
        leave();
        if (accountId !== noAccount) {
          this.usage?.add(accountId, 'databaseSeconds', (performance.now() - takenAt) / 1_000);
        }
      };
      return { client, release };
    } catch (error) {
      const refusal = this.#refusalOf(error, opened, accountId);
      leave();
      throw refusal;
    }
  }

  async #open(): Promise<OpenedPool> {
    const pool: Pool = await this.orm.em.getDriver().getConnection().getNativeClient();
    const { max } = pool.options;
    const ofAccount = Math.max(1, max - leftToOthers);
    const patience = connectionLimits.connectionTimeoutMillis;
    const queue = new FairQueue({ permits: max, perAccount: () => ofAccount, patience });
    this.#opened ??= { pool, queue, ofAccount };
    return this.#opened;
  }

  /** Converts the failure to get a connection. Called before its caller leaves the queue. */
  #refusalOf(error: unknown, { queue, ofAccount }: OpenedPool, accountId: number): unknown {
    const hasWaited = error instanceof QueueRefusal;
    if (!hasWaited && !isPoolTimeout(error)) return error;
    const running = queue.counts().running.get(accountId) ?? 0;
    // A caller at the pool is one of those that run, and has nothing to wait for if it is the only one.
    const hasAll = accountId !== noAccount && running >= ofAccount && (hasWaited || running > 1);
    if (!hasAll || !isRepeatableRequest()) return hasWaited ? toUnavailable(error) : error;
    this.usage?.add(accountId, 'refusedRequests');
    return accountBusy();
  }
}
