import { EventEmitter } from 'node:events';
import type { Logger } from 'pino';
import { isKnownChange } from '../domain/entities.js';
import { storeFailedJob } from '../domain/failed-job/failed-job.actions.js';
import { relayConsumer } from '../outbox/backlog.js';
import type { RecordedChange } from '../outbox/recorded-change.js';
import { Relay } from '../outbox/relay.js';
import type { ChangeSignal } from '../outbox/signal.js';
import type { Database } from '../platform/database/database.js';
import { type RetryOptions, retry } from '../platform/retry.js';
import { type Clock, systemClock } from '../platform/time/clock.js';
import { continueTrace } from '../platform/tracing/tracer.js';
import { createJobQueue } from './agenda.js';
import { contextOf, endingWithAccount, type JobContext, type JobSettings } from './job-context.js';
import type { GivenUpJob, JobDefinition, JobReport, JobRequest } from './job-queue.js';
import { JobStoreUnavailableError } from './job-store.js';
import { jobs as allJobs, routeChange } from './jobs.js';

interface WorkerOptions extends JobSettings {
  /** Must be running; not stopped by the worker. */
  signal: ChangeSignal;
  /** Stores the jobs; the database by default. */
  mongoUrl?: string;
  /** The clock by which jobs are stored and run. All workers share it. By default, the clock of this process. */
  jobClock?: Clock;
  /** The way to wait for a job store that is unavailable. By default, `startWorker` throws. */
  retryOptions?: Omit<RetryOptions, 'shouldRetry'>;
  /** The jobs to run, all by default. */
  jobs?: typeof allJobs;
  /** Called after every run of a job. */
  reportJob?(report: JobReport): void;
  /** Called every second: for how long, in seconds, an open transaction has held changes back. */
  reportBlocked?(seconds: number): void;
  logger: Logger;
}

/** Starts a relay that turns changes into jobs, and a queue that runs them. `stop` waits for the running jobs. */
export async function startWorker(options: WorkerOptions): Promise<{ stop(): Promise<void> }> {
  const { database, signal, mongoUrl, jobClock = systemClock, retryOptions, jobs = allJobs } = options;
  const { reportJob, reportBlocked, logger } = options;
  const onGivenUp = async (job: GivenUpJob) => storeFailedJob(await contextOf(options, accountOf(job)), job);
  const queue = createJobQueue({ database, mongoUrl, clock: jobClock, onGivenUp, report: reportJob, logger });
  const context: JobContext = {
    ...options,
    enqueue: async (job) => queue.enqueue(await serverTime.of(job)),
    toServerTime: (job) => serverTime.of(job),
    run: async ({ name, data }, job) => {
      const definition = definitions.find((one) => one.name === name);
      if (!definition) throw new Error(`no job ${name}`);
      await definition.run(data, job);
    },
    plannedDeliveries: new EventEmitter().setMaxListeners(0),
  };
  const definitions = jobs.map((create) => endingWithAccount(create(context)));
  const serverTime = new ServerTime(database, definitions);
  const relay = new Relay({
    database,
    signal,
    logger,
    consumer: relayConsumer,
    ...(reportBlocked && { reportBlocked }),
    // Jobs do not depend on each other, so the latency of storing them can overlap.
    accountConcurrency: 5,
    handle: (change) => handleInTrace(change, () => routeChange(context, change)),
    isKnown: isKnownChange,
  });
  const start = () => queue.start(definitions);
  try {
    const shouldRetry = (error: unknown) => error instanceof JobStoreUnavailableError;
    await (retryOptions ? retry(start, { ...retryOptions, shouldRetry }) : start());
  } catch (error) {
    await queue.stop();
    throw error;
  }
  relay.start();
  return {
    stop: async () => {
      await relay.stop();
      await queue.stop();
    },
  };
}

/** Routes a change in the trace of the request or job that made it. */
function handleInTrace(change: RecordedChange, handle: () => Promise<void>): Promise<void> {
  const describe = () => ({
    name: `relay ${change.name}`,
    kind: 'consumer' as const,
    attributes: {
      'messaging.system': 'change_log',
      'messaging.destination.name': change.name,
      'messaging.message.id': change.id,
      'booking.account.id': change.accountId,
      'booking.request.id': change.requestId ?? undefined,
    },
  });
  return continueTrace(change.traceParent, describe, handle);
}

/** @throws Error for a job without an account: only recurring ones have none, and those are never given up */
function accountOf({ name, data }: GivenUpJob): number {
  if ('accountId' in data && typeof data.accountId === 'number') return data.accountId;
  throw new Error(`job ${name} has no account`);
}

const maxKnown = 10_000;

/** Converts the times of jobs from the clock of their account to that of the server. */
class ServerTime {
  readonly #onAccountClock: ReadonlySet<string>;
  /** Accounts that are no sandboxes. They never become one. */
  readonly #ordinary = new Set<number>();

  constructor(
    private readonly database: Database,
    definitions: readonly JobDefinition[],
  ) {
    this.#onAccountClock = new Set(definitions.flatMap(({ name, onAccountClock }) => (onAccountClock ? [name] : [])));
  }

  /**
   * Returns a request whose `at` is in real time. Its key contains the offset of the account's clock: when that clock
   * has been advanced, the job that waits under the former key is too late, and another one can be added.
   */
  async of(job: JobRequest): Promise<JobRequest> {
    const accountId = 'accountId' in job.data ? Number(job.data.accountId) : undefined;
    if (!job.at || accountId === undefined || !this.#onAccountClock.has(job.name)) return job;
    const offset = await this.#offsetOf(accountId);
    if (offset === 0) return job;
    return { ...job, key: `${job.key}@${offset}`, at: new Date(job.at.getTime() - offset * 1_000) };
  }

  /** In seconds. */
  async #offsetOf(accountId: number): Promise<number> {
    if (this.#ordinary.has(accountId)) return 0;
    const statement = 'select sandbox, clock_offset as "offset" from account where id = $1';
    const [account] = await this.database.account(accountId).query<{ sandbox: boolean; offset: number }>(statement);
    if (account?.sandbox) return account.offset;
    if (this.#ordinary.size >= maxKnown) this.#ordinary.clear();
    this.#ordinary.add(accountId);
    return 0;
  }
}
