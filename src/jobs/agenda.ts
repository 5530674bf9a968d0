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
  /** Stores the jobs unless there is a `mongoUrl`. */
  database: Pick<Database, 'url'>;
  mongoUrl?: string | undefined;
  /**
   * Stores a job that is given up; its key is free afterwards. If this throws, the job is retried. Called again for the
   * same job if a worker dies in between.
   */
  onGivenUp(job: GivenUpJob): Promise<void>;
  /** Called after every run. */
  report?: ((report: JobReport) => void) | undefined;
  logger: Logger;
}

/** Creates a queue that connects at its first call. */
export function createJobQueue(options: JobQueueOptions): JobQueue {
  return new AgendaJobQueue(options);
}

const processEvery = 1_000;
const defaultConcurrency = 10;
/** Starts without an end that a job may have beyond `maxAttempts`: mostly the worker was killed, which is not its fault. */
const extraStarts = 10;

interface StoredData {
  key?: string;
  payload?: object;
}

/** A connected store of Agenda's jobs. */
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
    await ignoreDuplicate(job.save());
  }

  async start(): Promise<void> {
    const { agenda } = await this.#connect();
    for (const { name, every, formerNames = [] } of this.#options.definitions) {
      for (const formerName of formerNames) await agenda.cancel({ name: formerName });
      if (every) await ignoreDuplicate(agenda.every(every, name, {}, { timezone: 'UTC' }));
    }
    await agenda.start();
  }

  stop(timeout = 10_000): Promise<void> {
    this.#stopped ??= this.#stop(timeout);
    return this.#stopped;
  }

  async #stop(timeout: number): Promise<void> {
    const connection = await this.#connection?.catch(() => undefined);
    if (!connection) return;
    const { agenda, store } = connection;
    try {
      // Not `drain`, which keeps the locks of jobs that have not started.
      await agenda.stop(false);
      const signal = AbortSignal.timeout(timeout);
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
      notificationChannel: new LocalNotificationChannel(),
      processEvery,
      maxConcurrency: concurrency,
    });
    for (const definition of definitions) this.#define(agenda, definition);
    agenda.on('error', (err) => logger.error({ err }, 'job queue'));
    agenda.on('start', (job) => this.#running.add(job));
    agenda.on('complete', (job) => {
      this.#running.delete(job);
      // Makes the processor look for the next job now instead of at its next poll.
      void agenda.publishJobNotification(job);
    });
    return { agenda, store };
  }

  #define(agenda: Agenda, definition: JobDefinition): void {
    const { name, lockSeconds, maxAttempts, retryDelaySeconds = 1, every } = definition;
    const retryDelay = (attempt: number) => retryDelaySeconds * 1_000 * 2 ** (Math.min(attempt, maxAttempts) - 1);
    const concurrency = concurrencyOf(definition);
    agenda.define<StoredData>(
      name,
      async (job) => {
        if (this.#stopped) {
          job.attrs.nextRunAt = job.attrs.lastRunAt ?? null; // Hands it back for another worker.
          return;
        }
        await this.#run(definition, job);
        if (every) return;
        await job.remove();
        const following = definition.afterSuccess?.(job.attrs.data.payload ?? {});
        await following?.catch((err) => this.#options.logger.warn({ err, job: name }, 'afterSuccess of a job failed'));
      },
      {
        lockLifetime: lockSeconds * 1_000,
        concurrency,
        // A job locked while all places are taken would lose its lock as it waits, and Agenda would never free its place.
        lockLimit: concurrency,
        backoff: ({ attempt }) => (attempt < maxAttempts || !every ? retryDelay(attempt) : null),
      },
    );
  }

  /** Runs a job. Returns normally if the job is given up, so that Agenda removes it. */
  async #run({ run, maxAttempts, every }: JobDefinition, job: Job<StoredData>): Promise<void> {
    const { key, payload: data = {} } = job.attrs.data;
    const unfinished = job.attrs.progress ?? 0;
    const isExhausted = unfinished >= maxAttempts + extraStarts;
    const startedAt = performance.now();
    try {
      if (isExhausted) throw new Error(`started ${unfinished} times without an end`);
      await run(data, {
        touch: () => job.touch(job.attrs.progress),
        isStopping: () => this.#stopped !== undefined,
      });
      this.#report(job, 'done', startedAt);
    } catch (error) {
      const failures = (job.attrs.failCount ?? 0) + (isExhausted ? 0 : 1);
      // An unavailable database is not the fault of the job: giving it up would lose work that is merely late.
      const isLast = !every && key !== undefined && ((failures >= maxAttempts && !isUnavailable(error)) || isExhausted);
      this.#report(job, isLast ? 'given_up' : 'failed', startedAt, { err: error, failures, unfinished });
      if (!isLast) throw error;
      await this.#options.onGivenUp({ name: job.attrs.name, key, data, error, attempts: failures + unfinished });
    }
  }

  #report({ attrs }: Job<StoredData>, outcome: JobReport['outcome'], startedAt: number, failure?: object): void {
    const { logger, report } = this.#options;
    const ms = performance.now() - startedAt;
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

/** Wakes the processor of this process, without delaying `enqueue`. Other processes poll every second. */
class LocalNotificationChannel extends InMemoryNotificationChannel {
  override async publish(notice: JobNotification): Promise<void> {
    setImmediate(() => void this.notifyHandlers(notice));
  }
}

async function openPostgres(url: string, logger: Logger): Promise<JobStore> {
  const pool = new pg.Pool({ connectionString: url, max: 5, keepAlive: true });
  pool.on('error', (err) => logger.warn({ err }, 'job queue lost a connection'));
  const backend = new PostgresBackend({ pool, ensureSchema: false, disableNotifications: true });
  return connected({ backend, close: () => pool.end() });
}

/** Bounds every wait for a MongoDB that is unavailable or does not respond: see `connectionLimits`. */
const mongoLimits = { serverSelectionTimeoutMS: 5_000, socketTimeoutMS: 8_000 };

/** The MongoDB that stores the jobs is unavailable. A wrong password or database name is another error: waiting does not mend it. */
export class JobStoreUnavailableError extends Error {}

/** @throws JobStoreUnavailableError, or an Error with a message for the operator */
async function openMongo(url: string): Promise<JobStore> {
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

async function connectMongo(url: string): Promise<JobStore> {
  // Loaded only if used: it takes a tenth of the start time.
  const [{ MongoBackend }, { MongoClient }] = await Promise.all([import('@agendajs/mongo-backend'), import('mongodb')]);
  const client = await MongoClient.connect(url, mongoLimits);
  // The relay moves on once a job is stored, so a stored job must survive a kill.
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

/** Connects before Agenda does: it connects in its constructor, where a failure cannot be caught. */
async function connected(store: JobStore, prepare: () => Promise<unknown> = async () => {}): Promise<JobStore> {
  try {
    await store.backend.connect();
    await prepare();
  } catch (error) {
    await store.close();
    throw error;
  }
  store.backend.connect = async () => {};
  countUnfinishedRuns(store.backend.repository);
  return store;
}

/**
 * Counts, as the job's progress, how often it was started without an end: its worker was killed, or it outlived its lock.
 * Such a job has no `nextRunAt`, which a run clears at its start and sets at its end. This sets it again: otherwise Agenda
 * would not find the job any more after handing it back unstarted, as it does when no place is free or the worker stops.
 */
function countUnfinishedRuns(jobs: AgendaBackend['repository']): void {
  const lockNext = jobs.getNextJobToRun.bind(jobs);
  jobs.getNextJobToRun = async (name, nextScanAt, ...query) => {
    const job = await lockNext(name, nextScanAt, ...query);
    if (job?.nextRunAt !== null) return job;
    const again = { ...job, nextRunAt: job.lastRunAt ?? nextScanAt, progress: (job.progress ?? 0) + 1 };
    await jobs.saveJobState(again, undefined);
    return again;
  };
}

const postgresUniqueViolation = '23505';
const mongoDuplicateKey = 11_000;

/** Ignores the violation of the unique index: the job is stored already. */
async function ignoreDuplicate(save: Promise<unknown>): Promise<void> {
  try {
    await save;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== postgresUniqueViolation && code !== mongoDuplicateKey) throw error;
  }
}
