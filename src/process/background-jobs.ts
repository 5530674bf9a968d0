import { backgroundContext } from '../domain/account/background-context.js';
import { expireHold } from '../domain/booking/booking-state.actions.js';
import { keepFailedJob } from '../domain/failed-job/failed-job.actions.js';
import { findGivenUp } from '../domain/failed-job/failed-job.queries.js';
import { createOccurrences } from '../domain/recurrence/recurrence.actions.js';
import { findOverdue } from '../domain/stuck-work.js';
import type { GivenUpJob } from '../jobs/job-queue.js';
import { startWorker } from '../jobs/worker.js';
import { messageTools } from './messaging.js';
import type { Means, Part } from './server.js';
import { webHookTools } from './webhooks.js';

/** Makes jobs of the changes of all accounts, and runs them. Waits for a MongoDB that is away. */
export async function workOffJobs(means: Means): Promise<Part> {
  const { config, database, signal, clock, logger, metrics, abort } = means;
  const { stop } = await startWorker({
    database,
    signal,
    clock,
    logger,
    ...(config.mongoUrl && { mongoUrl: config.mongoUrl }),
    waiting: { onAway: (err) => logger.warn({ err }, 'the job store is away: waiting for it'), signal: abort },
    ...messageTools(config, database, clock),
    ...webHookTools(config, database, clock, (outcome, seconds) => metrics.delivery(outcome, seconds)),
    reportJob: (job) => metrics.job(job),
    expireHold: async (accountId, bookingId) => {
      await expireHold(await backgroundContext(database, clock, accountId), bookingId);
    },
    createOccurrences: async (accountId, recurrenceId, actor) =>
      createOccurrences(await backgroundContext(database, clock, accountId, actor), recurrenceId),
    findOverdue: () => findOverdue(database, clock),
    findGivenUp: (jobs) => findGivenUp(database, jobs),
    keepFailed: async (job) => keepFailedJob(await backgroundContext(database, clock, accountOf(job)), job),
  });
  return { lines: ['Worker         running'], stop };
}

/** Every job that ends is of an account. */
function accountOf({ name, data }: GivenUpJob): number {
  if ('accountId' in data && typeof data.accountId === 'number') return data.accountId;
  throw new Error(`the job ${name} is of no account`);
}
