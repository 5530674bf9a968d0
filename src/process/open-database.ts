import pg from 'pg';
import type { Logger } from 'pino';
import { databaseModel } from '../domain/entities.js';
import { limitRole, readApplicationRole } from '../platform/database/application-role.js';
import { Database } from '../platform/database/database.js';
import { requireKeys } from '../platform/database/encryption-keys.js';
import { type MigrateOptions, migrate } from '../platform/database/migrate.js';
import { NewerDatabaseError } from '../platform/database/migration-state.js';
import { isOutage } from '../platform/database/unavailable.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.js';
import { Encryption, EncryptionError } from '../platform/encryption.js';
import { version } from '../platform/project-root.js';
import { type RetryOptions, retry } from '../platform/retry.js';
import type { Config } from './config.js';
import type { StartProgress } from './start-progress.js';

/** The way in which a server waits for its database. */
export interface StartOptions extends Omit<RetryOptions, 'shouldRetry'> {
  progress: Pick<StartProgress, 'migrate' | 'wait'>;
  /** See `OlderPolicy`. */
  older: 'wait' | 'drain';
}

export interface OpenDatabase {
  database: Database;
  /** Closes the connections, and stops the embedded PostgreSQL unless another process uses it. */
  stop(): Promise<void>;
}

type DatabaseConfig = Addresses & Pick<Config, 'dataDir' | 'encryptionKeys'> & Partial<Pick<Config, 'role'>>;

type Addresses = Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'databaseMigrationUrl'>;

/**
 * Connects to `DATABASE_URL`, or starts the embedded PostgreSQL in `DATA_DIR`, migrates the database, and checks that the keys
 * of `ENCRYPTION_KEY` are those of the database.
 *
 * @param start how to wait for a `DATABASE_URL` that is unavailable; without it, this throws
 * @throws Error with a message for the operator
 */
export async function openDatabase(
  { dataDir, encryptionKeys, role, ...addresses }: DatabaseConfig,
  logger: Logger,
  start?: StartOptions,
): Promise<OpenDatabase> {
  nameConnections(role ?? 'command');
  const encryption = new Encryption(encryptionKeys, databaseModel.sealedColumns);
  const { databaseUrl } = addresses;
  if (databaseUrl !== undefined) {
    const attempt = () => connect(databaseUrl, encryption, { addresses, logger, start });
    // The refusal has the code of a failed connection, but waiting does not help.
    const shouldRetry = (error: unknown) =>
      error instanceof Error && isOutage(error.cause) && !poolerRefusal.test(error.message);
    const database = start ? await retry(attempt, { ...start, shouldRetry }) : await attempt();
    return { database, stop: () => database.close() };
  }
  const embedded = await startEmbedded(dataDir, logger);
  try {
    const database = await connect(embedded.url, encryption, { start });
    const stop = async (): Promise<void> => {
      await database.close();
      await embedded.stop();
    };
    return { database, stop };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

/** Every connection of the driver has this name in `pg_stat_activity`, unless its URL has another. */
export function nameConnections(role: string): void {
  Object.assign(pg.defaults, { application_name: `booking-server ${version} ${role}` });
}

async function startEmbedded(dataDir: string, logger: Logger): Promise<EmbeddedPostgres> {
  try {
    const log = (message: string) => logger.info(message);
    return await startEmbeddedPostgres({ dataDir, user: 'booking', database: 'booking', log });
  } catch (error) {
    throw new Error(
      `no database in DATA_DIR ${dataDir}: ${messageOf(error)}; set DATABASE_URL to use another PostgreSQL`,
      {
        cause: error,
      },
    );
  }
}

interface ConnectOptions {
  addresses?: Addresses;
  /** Absent for the embedded PostgreSQL, which has one role. */
  logger?: Logger;
  start?: StartOptions | undefined;
}

async function connect(
  url: string,
  encryption: Encryption,
  { addresses, logger, start }: ConnectOptions,
): Promise<Database> {
  const { databaseDirectUrl, databaseMigrationUrl } = addresses ?? {};
  const database = await Database.connect(url, databaseModel, undefined, databaseDirectUrl, databaseMigrationUrl);
  database.encryption = encryption;
  try {
    await migrate(database, start && migrateOptions(start));
    await limitRole(database.session);
    if (logger) await reportRole(database, databaseMigrationUrl, logger);
    await requireKeys(database.session, encryption, databaseModel.sealedColumns);
    return database;
  } catch (error) {
    await database.close();
    if (error instanceof NewerDatabaseError || error instanceof EncryptionError || isStopped(error)) throw error;
    const message = messageOf(error);
    const advice = poolerRefusal.test(message) ? '. If it is a pooler, also set DATABASE_DIRECT_URL' : '';
    throw new Error(`the database cannot be reached or migrated: ${message}${advice}`, { cause: error });
  }
}

/** Logs that the role of the application could change tables and triggers, by a mistake or an injected statement. */
async function reportRole(database: Database, migrationUrl: string | undefined, logger: Logger): Promise<void> {
  const { name, isOwner } = await readApplicationRole(database.session);
  if (!isOwner) return;
  if (migrationUrl === undefined) {
    logger.info({ role: name }, 'one database role migrates and serves: DATABASE_MIGRATION_URL can separate them');
  } else {
    logger.warn({ role: name }, 'the database role of DATABASE_URL owns tables or may create them, or is a superuser');
  }
}

function migrateOptions({ progress, older, signal }: StartOptions): MigrateOptions {
  return { older, signal, report: progress.migrate, reportWait: progress.wait };
}

/** Whether a stop has ended the wait for older processes. */
const isStopped = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

/** PgBouncer's answer to a startup parameter that it does not track. */
const poolerRefusal = /unsupported startup parameter/;

function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.map(messageOf).join(', ');
  return error instanceof Error && error.message ? error.message : String(error);
}
