import type { Logger } from 'pino';
import { Relay } from '../outbox/relay.js';
import { relayConsumer } from '../outbox/relay-cursor.js';
import type { ChangeSignal } from '../outbox/signal.js';
import type { Database } from '../platform/database/database.js';
import { type RetryOptions, retry } from '../platform/retry.js';
import { createJobQueue } from './agenda.js';
import { scheduleWaitlistChecksJob } from './check-waitlist.job.js';
import { compactBookingCountsJob } from './compact-booking-counts.job.js';
import { enqueueDeliveries } from './deliver-web-hook.job.js';
import { type GivenUpJob, type JobDefinition, type JobQueue, type JobReport } from './job-queue.js';
import { JobStoreUnavailableError } from './job-store.js';
import { enqueueOffers } from './offer-waitlist.job.js';
import { type ResumeStuckWorkHandlers, resumeStuckWorkJob } from './resume-stuck-work.job.js';
import { routeChange } from './route-change.js';
import { passMessageOnJob } from './send-message.job.js';
import { planMessages } from './send-template.job.js';
import { ServerTime } from './server-time.js';
import { trimApiKeyRequestsJob } from './trim-api-key-requests.job.js';
import { type TrimChangeLogDependencies, trimChangeLogJob } from './trim-change-log.job.js';
import { type TrimHistoryDependencies, trimHistoryJob } from './trim-history.job.js';
import { type TrimStoredResponsesDependencies, trimStoredResponsesJob } from './trim-stored-responses.job.js';
import { trimWaitlistJob } from './trim-waitlist.job.js';
import { type WorkHandlers, workKinds } from './work-kinds.js';

export interface WorkerOptions
  extends WorkHandlers,
    ResumeStuckWorkHandlers,
    TrimHistoryDependencies,
    TrimStoredResponsesDependencies,
    TrimChangeLogDependencies {
  database: Database;
  /** Must be running; not stopped by the worker. */
  signal: ChangeSignal;
  /** Stores the jobs; the database by default. */
  mongoUrl?: string;
  /** How to wait for a job store that is unavailable. Without it, `startWorker` throws. */
  retryOptions?: Omit<RetryOptions, 'shouldRetry'>;
  /** Stores a job that was given up, for its account to see. */
  onGivenUp(job: GivenUpJob): Promise<void>;
  /** Called after every run of a job. */
  reportJob?(report: JobReport): void;
  /** Called every second: for how long, in seconds, an open transaction has held changes back. */
  reportBlocked?(seconds: number): void;
  logger: Logger;
}

/** Starts a relay that turns changes into jobs, and a queue that runs them. `stop` waits for the running jobs. */
export async function startWorker(options: WorkerOptions): Promise<{ stop(): Promise<void> }> {
  const { database, signal, mongoUrl, retryOptions, onGivenUp, reportJob, reportBlocked, logger } = options;
  const queue = createJobQueue({ database, mongoUrl, onGivenUp, report: reportJob, logger });
  const enqueue: JobQueue['enqueue'] = async (job) => queue.enqueue(await serverTime.of(job));
  const definitions = defineJobs(options, enqueue, (job) => serverTime.of(job));
  const serverTime = new ServerTime(database, definitions);
  const relay = new Relay({
    database,
    signal,
    logger,
    consumer: relayConsumer,
    ...(reportBlocked && { reportBlocked }),
    // Jobs do not depend on each other, so the latency of storing them can overlap.
    accountConcurrency: 5,
    handle: async (change) => {
      await routeChange(change, { enqueue });
      await enqueueDeliveries(change, { enqueue }, options);
      await planMessages(change, { enqueue }, options);
      await enqueueOffers(change, { enqueue }, options);
    },
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

function defineJobs(
  options: WorkerOptions,
  enqueue: JobQueue['enqueue'],
  toServerTime: ServerTime['of'],
): JobDefinition[] {
  return [
    ...Object.values(workKinds).map(({ job }) => job(options, enqueue)),
    passMessageOnJob(options, enqueue),
    compactBookingCountsJob(options),
    resumeStuckWorkJob(options, enqueue, toServerTime),
    scheduleWaitlistChecksJob(options, enqueue),
    trimApiKeyRequestsJob(options),
    trimStoredResponsesJob(options),
    trimChangeLogJob(options),
    trimHistoryJob(options, toServerTime),
    trimWaitlistJob(options),
  ];
}
