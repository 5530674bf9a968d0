import { createBackgroundContext } from '../domain/account/background-context.js';
import { expireHold } from '../domain/booking/booking-state.actions.js';
import { storeFailedJob } from '../domain/failed-job/failed-job.actions.js';
import { findFailedJobKeys } from '../domain/failed-job/failed-job.queries.js';
import { createOccurrences } from '../domain/recurrence/recurrence.actions.js';
import { findStuckWork } from '../domain/stuck-work.queries.js';
import type { GivenUpJob } from '../jobs/job-queue.js';
import { startWorker } from '../jobs/worker.js';
import type { Component, Dependencies } from './component.js';
import { messageHandlers } from './messaging.js';
import { testClockHandlers } from './test-clock.js';
import { waitlistHandlers } from './waitlist.js';
import { webHookHandlers } from './web-hooks.js';

/** Starts the worker of all accounts. Waits while its MongoDB is unavailable. */
export async function startJobs(dependencies: Dependencies): Promise<Component> {
  const { config, database, signal, clock, logger, metrics, abort } = dependencies;
  const { stop } = await startWorker({
    database,
    signal,
    clock,
    logger,
    retentionDays: config.retentionDays,
    ...(config.mongoUrl && { mongoUrl: config.mongoUrl }),
    retryOptions: { onRetry: (err) => logger.warn({ err }, 'waiting for the job store'), signal: abort },
    ...messageHandlers(config, database, clock),
    ...waitlistHandlers(config, database, clock),
    ...webHookHandlers(config, database, clock, ({ seconds, ...attempt }) => {
      metrics.delivery(attempt.outcome, seconds);
      const line = { ...attempt, ms: Math.round(seconds * 1_000) };
      if (attempt.outcome !== 'delivered') logger.warn(line, 'attempt of a webhook delivery failed');
    }),
    reportJob: (job) => metrics.job(job),
    reportBlocked: (seconds) => metrics.relayBlocked(seconds),
    expireHold: async (accountId, bookingId) => {
      await expireHold(await createBackgroundContext(database, clock, accountId), bookingId);
    },
    createOccurrences: async (accountId, recurrenceId, actor) =>
      createOccurrences(await createBackgroundContext(database, clock, accountId, actor), recurrenceId),
    ...testClockHandlers(database, clock),
    findStuckWork: () => findStuckWork(database, clock),
    findFailedJobKeys: (jobs) => findFailedJobKeys(database, jobs),
    onGivenUp: async (job) => storeFailedJob(await createBackgroundContext(database, clock, accountOf(job)), job),
  });
  return { lines: ['Worker         running'], stop };
}

/** @throws Error for a job without an account: only recurring ones have none, and those are never given up */
function accountOf({ name, data }: GivenUpJob): number {
  if ('accountId' in data && typeof data.accountId === 'number') return data.accountId;
  throw new Error(`job ${name} has no account`);
}
