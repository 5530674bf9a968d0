import { once } from 'node:events';
import { PostgresBackend } from '@agendajs/postgres-backend';
import { Agenda, type AgendaBackend, InMemoryNotificationChannel, type Job, type JobNotification } from 'agenda';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Database } from '../platform/database/database.js';
import { isUnavailable } from '../platform/database/unavailable.js';
import type { GivenUpJob, JobDefinition, JobQueue, JobReport, JobRequest } from './job-queue.js';

export interface JobQueueOptions {
  definitions: readonly JobDefinition[];
  /** Where jobs are kept unless there is a MongoDB. */
  database: Pick<Database, 'url'>;
  mongoUrl?: string | undefined;
  /**
   * Keeps a job that is given up: then its key is free. One that cannot be kept is tried once more. May be told of the
   * same job again, when a worker died meanwhile.
   */
  keepFailed(job: GivenUpJob): Promise<void>;
  /** Told of every run. */
  report?: ((report: JobReport) => void) | undefined;
  logger: Logger;
}

/** Nothing is connected before the first call. */
export function createJobQueue(options: JobQueueOptions): JobQueue {
  return new AgendaJobQueue(options);
}

const processEvery = 1_000;
const defaultConcurrency = 10;
/** Beginnings without an end are mostly no fault of the job: it may have as many as tries, and so many more. */
const spareBeginnings = 10;

interface StoredData {
  key?: string;
  payload?: object;
}

/** Where Agenda keeps its jobs, connected. */
interface JobStore {
  backend: AgendaBackend;
  close(): Promise<void>;
}

class AgendaJobQueue implements JobQueue {
  readonly #options: JobQueueOptions;
  readonly #running = new Set<Job>();
  #connection: Promise<{ agenda: Agenda; store: JobStore }> | undefined;
  #stopped: Promise<void> | undefined;

  constructor(options: JobQueueOptions) {
    this.#options = options;
  }

  async enqueue({ name, key, data, at }: JobRequest): Promise<void> {
    const { agenda } = await this.#connect();
    const job = agenda.create<StoredData>(name, { key, payload: data });
    if (at) job.schedule(at);
    await unlessStored(job.save());
  }

  async start(): Promise<void> {
    const { agenda } = await this.#connect();
    for (const { name, every } of this.#options.definitions) {
      if (every) await unlessStored(agenda.every(every, name, {}, { timezone: 'UTC' }));
    }
    await agenda.start();
  }

  stop(patience = 10_000): Promise<void> {
    this.#stopped ??= this.#stop(patience);
    return this.#stopped;
  }

  async #stop(patience: number): Promise<void> {
    const connection = await this.#connection?.catch(() => undefined);
    if (!connection) return;
    const { agenda, store } = connection;
    try {
      // Not `drain`: it would keep the locks of jobs that have not begun.
      await agenda.stop(false);
      const signal = AbortSignal.timeout(patience);
      while (this.#running.size > 0 && !signal.aborted) await once(agenda, 'complete', { signal }).catch(() => {});
    } finally {
      await store.close();
    }
  }

  #connect(): Promise<{ agenda: Agenda; store: JobStore }> {
    this.#connection ??= this.#open().catch((error) => {
      this.#connection = undefined;
      throw error;
    });
    return this.#connection;
  }

  async #open(): Promise<{ agenda: Agenda; store: JobStore }> {
    const { definitions, database, mongoUrl, logger } = this.#options;
    const store = mongoUrl ? await openMongo(mongoUrl) : await openPostgres(database.url, logger);
    const concurrency = definitions.reduce((sum, definition) => sum + concurrencyOf(definition), 0);
    const agenda = new Agenda({
      backend: store.backend,
      notificationChannel: new LocalNotices(),
      processEvery,
      maxConcurrency: concurrency,
    });
    for (const definition of definitions) this.#define(agenda, definition);
    agenda.on('error', (err) => logger.error({ err }, 'job queue'));
    agenda.on('start', (job) => this.#running.add(job));
    agenda.on('complete', (job) => {
      this.#running.delete(job);
      // Makes the processor look for the next one, which it would otherwise do once in `processEvery`.
      void agenda.publishJobNotification(job);
    });
    return { agenda, store };
  }

  #define(agenda: Agenda, definition: JobDefinition): void {
    const { name, lockSeconds, tries, firstPause = 1, every } = definition;
    const pauseAfter = (attempt: number) => firstPause * 1_000 * 2 ** (Math.min(attempt, tries) - 1);
    const concurrency = concurrencyOf(definition);
    agenda.define<StoredData>(
      name,
      async (job) => {
        if (this.#stopped) {
          job.attrs.nextRunAt = job.attrs.lastRunAt ?? null; // handed back, to run elsewhere
          return;
        }
        await this.#run(definition, job);
        if (every) return;
        await job.remove();
        const settled = definition.settle?.(job.attrs.data.payload ?? {});
        await settled?.catch((err) => this.#options.logger.warn({ err, job: name }, 'job not settled'));
      },
      {
        lockLifetime: lockSeconds * 1_000,
        concurrency,
        // What is locked beyond what can run would lose its lock while it waits, and Agenda never recover its place.
        lockLimit: concurrency,
        backoff: ({ attempt }) => (attempt < tries || !every ? pauseAfter(attempt) : null),
      },
    );
  }

  /** Runs a job. One that fails for the last time, or did not end too often, is kept elsewhere: that ends it, too. */
  async #run({ run, tries: most, every }: JobDefinition, job: Job<StoredData>): Promise<void> {
    const { key, payload: data = {} } = job.attrs.data;
    const unended = job.attrs.progress ?? 0;
    const isSpent = unended >= most + spareBeginnings;
    const begunAt = performance.now();
    try {
      if (isSpent) throw new Error(`begun ${unended} times, it never ended`);
      await run(data, {
        touch: () => job.touch(job.attrs.progress),
        isStopping: () => this.#stopped !== undefined,
      });
      this.#report(job, 'done', begunAt);
    } catch (error) {
      const failures = (job.attrs.failCount ?? 0) + (isSpent ? 0 : 1);
      // A database that was away is no fault of the job: to give it up would lose work that is merely late.
      const isLast = !every && key !== undefined && ((failures >= most && !isUnavailable(error)) || isSpent);
      this.#report(job, isLast ? 'given_up' : 'failed', begunAt, { err: error, failures, unended });
      if (!isLast) throw error;
      await this.#options.keepFailed({ name: job.attrs.name, key, data, error, tries: failures + unended });
    }
  }

  #report({ attrs }: Job<StoredData>, outcome: JobReport['outcome'], begunAt: number, failure?: object): void {
    const { logger, report } = this.#options;
    const ms = performance.now() - begunAt;
    const line = { job: attrs.name, key: attrs.data.key, account: accountOf(attrs.data), outcome, ms: Math.round(ms) };
    logger[levels[outcome]]({ ...line, ...failure }, 'job');
    report?.({ job: attrs.name, outcome, seconds: ms / 1_000 });
  }
}

const levels = { done: 'debug', failed: 'warn', given_up: 'error' } as const;

const concurrencyOf = ({ every, concurrency = every ? 1 : defaultConcurrency }: JobDefinition): number => concurrency;

function accountOf({ payload }: StoredData): unknown {
  return payload && 'accountId' in payload ? payload.accountId : undefined;
}

/** Wakes this process's own processor, without a wait for whoever made the job. Other processes look every second. */
class LocalNotices extends InMemoryNotificationChannel {
  override async publish(notice: JobNotification): Promise<void> {
    setImmediate(() => void this.notifyHandlers(notice));
  }
}

async function openPostgres(url: string, logger: Logger): Promise<JobStore> {
  const pool = new pg.Pool({ connectionString: url, max: 5, keepAlive: true });
  pool.on('error', (err) => logger.warn({ err }, 'a connection of the job queue was lost'));
  const backend = new PostgresBackend({ pool, ensureSchema: false, disableNotifications: true });
  return connected({ backend, close: () => pool.end() });
}

/** Nobody waits long, nor for ever, for a MongoDB that is away or has fallen silent: see `connectionLimits`. */
const mongoLimits = { serverSelectionTimeoutMS: 5_000, socketTimeoutMS: 8_000 };

/** The MongoDB that keeps the jobs does not answer. No wait ends a wrong password or name. */
export class JobStoreAwayError extends Error {}

/** @throws JobStoreAwayError, or an Error with a message for the operator */
async function openMongo(url: string): Promise<JobStore> {
  const { MongoNetworkError, MongoServerSelectionError } = await import('mongodb');
  try {
    return await connectMongo(url);
  } catch (error) {
    const isAway = error instanceof MongoServerSelectionError || error instanceof MongoNetworkError;
    const message = `the MongoDB of MONGODB_URL cannot be used: ${error instanceof Error ? error.message : error}`;
    throw isAway ? new JobStoreAwayError(message, { cause: error }) : new Error(message, { cause: error });
  }
}

async function connectMongo(url: string): Promise<JobStore> {
  // Loaded by those that keep their jobs there: it takes a tenth of the time of a start.
  const [{ MongoBackend }, { MongoClient }] = await Promise.all([import('@agendajs/mongo-backend'), import('mongodb')]);
  const client = await MongoClient.connect(url, mongoLimits);
  // The relay goes on when a job is stored, and one that is lost is made again late: what a kill could still undo is not stored.
  const mongo = client.db(undefined, { writeConcern: { w: 'majority', journal: true } });
  const jobs = mongo.collection('agenda_jobs');
  const backend = new MongoBackend({ mongo, collection: jobs.collectionName });
  return connected({ backend, close: () => client.close() }, () =>
    jobs.createIndexes([
      {
        name: 'agenda_jobs_key',
        key: { 'data.key': 1 },
        unique: true,
        partialFilterExpression: { 'data.key': { $type: 'string' } },
      },
      { name: 'agenda_jobs_single', key: { name: 1 }, unique: true, partialFilterExpression: { type: 'single' } },
    ]),
  );
}

/** Agenda connects in its constructor, where nobody can catch a failure: it is done before, and once. */
async function connected(store: JobStore, prepare: () => Promise<unknown> = async () => {}): Promise<JobStore> {
  try {
    await store.backend.connect();
    await prepare();
  } catch (error) {
    await store.close();
    throw error;
  }
  store.backend.connect = async () => {};
  takeUpUnended(store.backend.repository);
  return store;
}

/**
 * Counts, as the job's progress, how often a job began and did not end: its worker was killed, or it outlived its lock.
 * While it runs it has no next time, and no end leaves it so. It is given one again: Agenda would not find it once more
 * if it was handed back before it runs, as it is when there is no room for it, or the worker stops.
 */
function takeUpUnended(jobs: AgendaBackend['repository']): void {
  const lockNext = jobs.getNextJobToRun.bind(jobs);
  jobs.getNextJobToRun = async (name, nextScanAt, ...query) => {
    const job = await lockNext(name, nextScanAt, ...query);
    if (job?.nextRunAt !== null) return job;
    const again = { ...job, nextRunAt: job.lastRunAt ?? nextScanAt, progress: (job.progress ?? 0) + 1 };
    await jobs.saveJobState(again, undefined);
    return again;
  };
}

/** PostgreSQL's, and MongoDB's. */
const uniqueViolation = '23505';
const duplicateKey = 11_000;

/** Two of the same make one: the index decides. */
async function unlessStored(save: Promise<unknown>): Promise<void> {
  try {
    await save;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== uniqueViolation && code !== duplicateKey) throw error;
  }
}
