import { ReflectMetadataProvider } from '@mikro-orm/decorators/legacy';
import { defineConfig, type EntityClass, FlushMode, MikroORM, type Options } from '@mikro-orm/postgresql';
import type { Pool, PoolConfig } from 'pg';
import type { AccountUsage } from '../fairness.js';
import { closeSilentConnections, poolOptions } from './connection.js';
import { type PoolCounts, type ReplicaOptions, type ReplicaPool, Replicas } from './replicas.js';
import { ConnectionTurns, PoolSession, type StatementObserver } from './session.js';
import { reportUnavailability } from './unavailable.js';

interface ConnectionOptions extends PoolConfig {
  /** Called when the pool is created. */
  onPool?(pool: Pool): void;
}

/**
 * The maximum number of connections of one process for its requests or jobs. With two of the rate limiter, five of a
 * job queue on PostgreSQL and one for notifications, four web processes and two workers open 96: PostgreSQL allows 100
 * by default, three of them for superusers. Pages of 750 bookings at 16 connections: 78 a second with 10, 73 with 20.
 */
const defaultPoolSize = 12;

/** The options of the ORM, without those of `migratorOptions`. */
export function ormOptions(
  url: string,
  entities: EntityClass<object>[],
  poolSize = defaultPoolSize,
  { onPool = () => {}, ...limits }: ConnectionOptions = {},
): Options {
  return defineConfig({
    clientUrl: url,
    entities,
    metadataProvider: ReflectMetadataProvider,
    schemaGenerator: { createForeignKeyConstraints: false },
    pool: { min: 0, max: poolSize },
    driverOptions: {
      ...limits,
      onPoolCreated: (pool: Pool) => {
        reportUnavailability(pool, limits.connectionTimeoutMillis ?? Number.POSITIVE_INFINITY);
        onPool(pool);
      },
    },
    // Queries do not flush: records are written in the order of the change log, see outbox/change-log.ts.
    flushMode: FlushMode.COMMIT,
    forceUtcTimezone: true,
    logger: () => {},
    ensureDatabase: false,
    ignoreUndefinedInQuery: true,
    // The ORM would make each attribute of a new record a pair of functions: a booking took 35 µs instead of 3.
    propagationOnPrototype: false,
  });
}

/**
 * Creates the ORM without `MikroORM.init`, which imports the extensions that are installed, such as the migrator. From a
 * bundle it would load the ORM a second time, in 430 files: 0.25 s of CPU time and 37 MB at each start.
 */
export function createOrm(options: Options): MikroORM {
  return new MikroORM(options);
}

export function countsOf({ totalCount = 0, idleCount = 0, waitingCount = 0 }: Partial<Pool> = {}): PoolCounts {
  return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
}

/** Creates the ORM of a server with its pool, which exists when a connection was needed. */
export function openPool(
  url: string,
  entities: EntityClass<object>[],
  poolSize: number | undefined,
  isPooled: boolean,
): { orm: MikroORM; pool: () => Pool | undefined } {
  let pool: Pool | undefined;
  const onPool = (made: Pool): void => {
    pool = made;
    closeSilentConnections(pool);
  };
  return {
    orm: createOrm(ormOptions(url, entities, poolSize, { ...poolOptions(isPooled), onPool })),
    pool: () => pool,
  };
}

/** Opens replicas of a database, at these addresses without a pooler. Requests use them once they are its `replicas`. */
export function openReplicas(database: ReplicatedDatabase, urls: readonly string[], options: ReplicaOptions): Replicas {
  const pools = new Map(urls.map((url) => [new URL(url).host, openReplicaPool(url, database)]));
  return new Replicas(pools, options);
}

interface ReplicatedDatabase {
  readonly model: { readonly entities: EntityClass<object>[] };
  readonly usage: AccountUsage;
  readonly observer: StatementObserver | undefined;
}

/** Creates the pool of a replica. It has an ORM of its own, because that configures the driver: how it reads values and converts errors. */
function openReplicaPool(url: string, { model, usage, observer }: ReplicatedDatabase): ReplicaPool {
  const { orm, pool } = openPool(url, model.entities, undefined, false);
  const session = new PoolSession(orm, new ConnectionTurns(orm, usage));
  session.observer = observer;
  return {
    session,
    ofAccount: (id) => session.ofAccount(id),
    connections: () => countsOf(pool()),
    close: () => orm.close(true),
  };
}
