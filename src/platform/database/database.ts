import { setTimeout as pass } from 'node:timers/promises';
import { ReflectMetadataProvider } from '@mikro-orm/decorators/legacy';
import { Migrator } from '@mikro-orm/migrations';
import {
  defineConfig,
  type EntityClass,
  type EntityManager,
  FlushMode,
  MikroORM,
  type Options,
} from '@mikro-orm/postgresql';
import type { Pool, PoolConfig } from 'pg';
import { migrations } from '../../../schema/migrations/index.js';
import { AccountDatabase, type AfterCommit } from './account-database.js';
import { connectionLimits } from './connection.js';
import { releaseLostConnections } from './lost-connections.js';
import { reportUnavailability } from './unavailable.js';

interface ConnectionOptions extends PoolConfig {
  /** Given the pool when it is made. */
  onPool?(pool: Pool): void;
}

/** How the ORM is set up, for the server and for the ORM's own command line. */
export function ormOptions(
  url: string,
  entities: EntityClass<object>[],
  poolSize = 20,
  { onPool = () => {}, ...limits }: ConnectionOptions = {},
): Options {
  return defineConfig({
    clientUrl: url,
    entities,
    metadataProvider: ReflectMetadataProvider,
    extensions: [Migrator],
    migrations: { migrationsList: migrations, tableName: 'schema_migration', snapshot: false },
    schemaGenerator: { createForeignKeyConstraints: false },
    pool: { min: 0, max: poolSize },
    driverOptions: {
      ...limits,
      onPoolCreated: (pool: Pool) => {
        releaseLostConnections(pool);
        reportUnavailability(pool, limits.connectionTimeoutMillis ?? Number.POSITIVE_INFINITY);
        onPool(pool);
      },
    },
    // A query in between writes nothing: see the order of the change log.
    flushMode: FlushMode.COMMIT,
    forceUtcTimezone: true,
    logger: () => {},
    ensureDatabase: false,
    ignoreUndefinedInQuery: true,
  });
}

const migrationLock = 7_463_001;
const readinessPatience = 2_000;

/** The database of all accounts. */
export class Database {
  /** Who is told of every transaction that was written. */
  afterCommit: AfterCommit = () => {};

  private constructor(
    readonly orm: MikroORM,
    readonly url: string,
    readonly entities: EntityClass<object>[],
    private readonly pool: () => Pool | undefined,
  ) {}

  static async connect(url: string, entities: EntityClass<object>[], poolSize?: number): Promise<Database> {
    let pool: Pool | undefined;
    const onPool = (made: Pool): void => {
      pool = made;
    };
    const orm = await MikroORM.init(ormOptions(url, entities, poolSize, { ...connectionLimits, onPool }));
    return new Database(orm, url, entities, () => pool);
  }

  /** Brings the schema up to date. Safe to call from several processes at once. */
  async migrate(): Promise<void> {
    if (await this.isReady()) return;
    await this.exclusively(migrationLock, async (em, orm) => {
      await orm.migrator.up({ transaction: em.getTransactionContext() });
    });
  }

  /** Whether the database answers, within 2 s, and has the schema that this program needs. */
  async isReady(): Promise<boolean> {
    try {
      const applied = await Promise.race([
        this.orm.em.fork().execute<{ name: string }[]>('select name from schema_migration'),
        pass(readinessPatience, [], { ref: false }),
      ]);
      return migrations.every(({ name }) => applied.some((migration) => migration.name === name));
    } catch {
      return false;
    }
  }

  /**
   * Does something in one transaction, while no other process does anything under the same lock. It and the wait for
   * the others take their time: this has connections of its own, without the limits of the pool.
   */
  async exclusively<Result>(
    lock: number,
    work: (em: EntityManager, orm: MikroORM) => Promise<Result>,
  ): Promise<Result> {
    const { connectionTimeoutMillis } = connectionLimits;
    const orm = await MikroORM.init(ormOptions(this.url, this.entities, 2, { connectionTimeoutMillis }));
    try {
      return await orm.em.fork().transactional(async (em) => {
        await em.execute('select pg_advisory_xact_lock(?)', [lock]);
        return work(em, orm);
      });
    } finally {
      await orm.close(true);
    }
  }

  account(id: number): AccountDatabase {
    return new AccountDatabase(this.orm.em, id, (account) => this.afterCommit(account));
  }

  /** Of the pool: connections in use, connections at rest, and who waits for one. */
  connections(): { used: number; idle: number; waiting: number } {
    const { totalCount = 0, idleCount = 0, waitingCount = 0 } = this.pool() ?? {};
    return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  async close(): Promise<void> {
    await this.orm.close(true);
  }
}
