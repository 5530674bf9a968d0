import type { Logger } from 'pino';
import { databaseModel } from '../domain/entities.js';
import { Database } from '../platform/database/database.js';
import { isUnavailable } from '../platform/database/unavailable.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.js';
import { type Waiting, waitFor } from '../platform/wait-for.js';
import type { Config } from './config.js';

export interface OpenDatabase {
  database: Database;
  /** Closes the connections, and ends the embedded PostgreSQL when nobody else uses it. */
  stop(): Promise<void>;
}

/**
 * The database of the settings: `DATABASE_URL`, or an embedded PostgreSQL in `DATA_DIR`. Migrated.
 *
 * @param waiting waits for a `DATABASE_URL` that is away; without it, that is an error
 * @throws Error with a message for the operator
 */
export async function openDatabase(
  { databaseUrl, databaseDirectUrl, dataDir }: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir'>,
  logger: Logger,
  waiting?: Omit<Waiting, 'isAway'>,
): Promise<OpenDatabase> {
  if (databaseUrl !== undefined) {
    const attempt = () => connect(databaseUrl, databaseDirectUrl);
    // A refusal has the code of a connection that failed, but no wait ends it.
    const isAway = (error: unknown) =>
      error instanceof Error && isUnavailable(error.cause) && !poolerRefusal.test(error.message);
    const database = waiting ? await waitFor(attempt, { ...waiting, isAway }) : await attempt();
    return { database, stop: () => database.close() };
  }
  const embedded = await startEmbedded(dataDir, logger);
  try {
    const database = await connect(embedded.url);
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

async function startEmbedded(dataDir: string, logger: Logger): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres({ dataDir, log: (message) => logger.info(message) });
  } catch (error) {
    throw new Error(`no database in DATA_DIR ${dataDir}: ${messageOf(error)}`, { cause: error });
  }
}

async function connect(url: string, directUrl?: string): Promise<Database> {
  const database = await Database.connect(url, databaseModel, undefined, directUrl);
  try {
    await database.migrate();
    await database.limitRole();
    return database;
  } catch (error) {
    await database.close();
    const message = messageOf(error);
    const advice = poolerRefusal.test(message) ? '. For a pooler, set DATABASE_DIRECT_URL, too' : '';
    throw new Error(`the database cannot be reached or migrated: ${message}${advice}`, { cause: error });
  }
}

/** PgBouncer's answer to a startup parameter that it does not track. */
const poolerRefusal = /unsupported startup parameter/;

function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.map(messageOf).join(', ');
  return error instanceof Error && error.message ? error.message : String(error);
}
