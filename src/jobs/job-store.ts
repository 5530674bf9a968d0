import { PostgresBackend } from '@agendajs/postgres-backend';
import type { AgendaBackend } from 'agenda';
import pg from 'pg';
import type { Logger } from 'pino';
import { closeSilentConnections, connectionLimits } from '../platform/database/connection.js';
import type { Database } from '../platform/database/database.js';
import type { Clock } from '../platform/time/clock.js';
import { LockingJobRepository } from './job-repository.js';

export interface JobStoreOptions {
  /** Stores the jobs unless there is a `mongoUrl`. */
  database: Pick<Database, 'url'>;
  mongoUrl?: string | undefined;
  /** The clock by which jobs are stored. All processes must share it. */
  clock: Clock;
  logger: Logger;
}

/** The MongoDB that stores the jobs is unavailable. A wrong password or database name is another error: waiting does not mend it. */
export class JobStoreUnavailableError extends Error {}

/** Connects to the store of the jobs. @throws JobStoreUnavailableError, or an Error with a message for the operator */
export async function openJobStore({ database, mongoUrl, clock, logger }: JobStoreOptions): Promise<JobStore> {
  const { backend, close } = await (mongoUrl ? openMongo(mongoUrl) : openPostgres(database.url, logger));
  return new JobStore(new LockingJobRepository(backend.repository, logger, clock), backend.name, close);
}

interface OpenBackend {
  backend: AgendaBackend;
  close: () => Promise<void>;
}

/** A connected backend. Agenda neither connects nor disconnects it. */
export class JobStore implements AgendaBackend {
  readonly ownsConnection = false;

  constructor(
    readonly repository: LockingJobRepository,
    readonly name: string,
    /** Closes the connection. */
    readonly disconnect: () => Promise<void>,
  ) {}

  /** Does nothing: Agenda calls it in its constructor, where a failure cannot be caught. */
  async connect(): Promise<void> {}
}

async function openPostgres(url: string, logger: Logger): Promise<OpenBackend> {
  const pool = new pg.Pool({ ...connectionLimits, connectionString: url, max: 5 });
  closeSilentConnections(pool);
  pool.on('error', (err) => logger.warn({ err }, 'job queue lost a connection'));
  const backend = new PostgresBackend({ pool, ensureSchema: false, disableNotifications: true });
  const close = () => pool.end();
  await closeOnFailure(backend.connect(), close);
  return { backend, close };
}

/** Bounds every wait for a MongoDB that is unavailable or does not respond: see `connectionLimits`. */
const mongoLimits = { serverSelectionTimeoutMS: 5_000, socketTimeoutMS: 8_000 };

async function openMongo(url: string): Promise<OpenBackend> {
  const { MongoNetworkError, MongoServerSelectionError } = await import('mongodb');
  try {
    return await connectMongo(url);
  } catch (error) {
    const isUnreachable = error instanceof MongoServerSelectionError || error instanceof MongoNetworkError;
    const message = `the MongoDB of MONGODB_URL cannot be used: ${error instanceof Error ? error.message : error}`;
    throw isUnreachable
      ? new JobStoreUnavailableError(message, { cause: error })
      : new Error(message, { cause: error });
  }
}

async function connectMongo(url: string): Promise<OpenBackend> {
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
  return { backend, close };
}

async function closeOnFailure(connecting: Promise<void>, close: () => Promise<void>): Promise<void> {
  try {
    await connecting;
  } catch (error) {
    await close();
    throw error;
  }
}
