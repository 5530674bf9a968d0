import type { Logger } from 'pino';
import type { Config } from './config.js';
import { entities } from './domain/entities.js';
import { Database } from './platform/database/database.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/database/embedded-postgres.js';

export interface OpenDatabase {
  database: Database;
  /** Closes the connections, and ends the embedded PostgreSQL when nobody else uses it. */
  stop(): Promise<void>;
}

/**
 * The database of the settings: `DATABASE_URL`, or an embedded PostgreSQL in `DATA_DIR`. Migrated.
 *
 * @throws Error with a message for the operator
 */
export async function openDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  logger: Logger,
): Promise<OpenDatabase> {
  if (databaseUrl !== undefined) {
    const database = await connect(databaseUrl);
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

async function connect(url: string): Promise<Database> {
  const database = await Database.connect(url, entities);
  try {
    await database.migrate();
    return database;
  } catch (error) {
    await database.close();
    throw new Error(`the database cannot be reached or migrated: ${messageOf(error)}`, { cause: error });
  }
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.map(messageOf).join(', ');
  return error instanceof Error && error.message ? error.message : String(error);
}
