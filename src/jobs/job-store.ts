import { PostgresBackend } from '@agendajs/postgres-backend';
import type { AgendaBackend } from 'agenda';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Database } from '../platform/database/database.js';
import { LockingJobRepository } from './job-repository.js';

export interface JobStoreOptions {
  /** Stores the jobs unless there is a `mongoUrl`. */
  database: Pick<Database, 'url'>;
  mongoUrl?: string | undefined;
  logger: Logger;
}

/** The MongoDB that stores the jobs is unavailable. A wrong password or database name is another error: waiting does not mend it. */
export class JobStoreUnavailableError extends Error {}

/** Connects to the store of the jobs. @throws JobStoreUnavailableError, or an Error with a message for the operator */
export function openJobStore({ database, mongoUrl, logger }: JobStoreOptions): Promise<JobStore> {
  return mongoUrl ? openMongo(mongoUrl, logger) : openPostgres(database.url, logger);
}

/** A connected backend. Agenda neither connects nor disconnects it. */
export class JobStore implements AgendaBackend {
  readonly name: string;
  readonly repository: LockingJobRepository;
  readonly ownsConnection = false;
  readonly #close: () => Promise<void>;

  constructor(backend: AgendaBackend, close: () => Promise<void>, logger: Logger) {
    this.name = backend.name;
    this.repository = new LockingJobRepository(backend.repository, logger);
    this.#close = close;
  }

  /** Does nothing: Agenda calls it in its constructor, where a failure cannot be caught. */
  async connect(): Promise<void> {}

  async disconnect(): Promise<void> {
    await this.#close();
  }
}

async function openPostgres(url: string, logger: Logger): Promise<JobStore> {
  const pool = new pg.Pool({ connectionString: url, max: 5, keepAlive: true });
  pool.on('error', (err) => logger.warn({ err }, 'job queue lost a connection'));
  const backend = new PostgresBackend({ pool, ensureSchema: false, disableNotifications: true });
  const close = () => pool.end();
  await closeOnFailure(backend.connect(), close);
  return new JobStore(backend, close, logger);
}

/** Bounds every wait for a MongoDB that is unavailable or does not respond: see `connectionLimits`. */
const mongoLimits = { serverSelectionTimeoutMS: 5_000, socketTimeoutMS: 8_000 };

async function openMongo(url: string, logger: Logger): Promise<JobStore> {
  const { MongoNetworkError, MongoServerSelectionError } = await import('mongodb');
  try {
    return await connectMongo(url, logger);
  } catch (error) {
    const isUnreachable = error instanceof MongoServerSelectionError || error instanceof MongoNetworkError;
    const message = `the MongoDB of MONGODB_URL cannot be used: ${error instanceof Error ? error.message : error}`;
    throw isUnreachable
      ? new JobStoreUnavailableError(message, { cause: error })
      : new Error(message, { cause: error });
  }
}

async function connectMongo(url: string, logger: Logger): Promise<JobStore> {
  // Loaded only if used: it takes a tenth of the start time.
  const [{ MongoBackend }, { MongoClient }] = await Promise.all([import('@agendajs/mongo-backend'), import('mongodb')]);
  const client = await MongoClient.connect(url, mongoLimits);
  // The relay moves on once a job is stored, so a stored job must survive a kill.
  const mongo = client.db(undefined, { writeConcern: { w: 'majority', journal: true } });
  const jobs = mongo.collection('agenda_jobs');
  const backend = new MongoBackend({ mongo, collection: jobs.collectionName });
  const close = () => client.close();
  const prepare = async (): Promise<void> => {
    await backend.connect();
    await jobs.createIndexes([
      {
        name: 'agenda_jobs_key',
        key: { 'data.key': 1 },
        unique: true,
        partialFilterExpression: { 'data.key': { $type: 'string' } },
      },
      { name: 'agenda_jobs_single', key: { name: 1 }, unique: true, partialFilterExpression: { type: 'single' } },
    ]);
  };
  await closeOnFailure(prepare(), close);
  return new JobStore(backend, close, logger);
}

async function closeOnFailure(connecting: Promise<void>, close: () => Promise<void>): Promise<void> {
  try {
    await connecting;
  } catch (error) {
    await close();
    throw error;
  }
}
