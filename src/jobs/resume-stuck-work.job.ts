import { findFailedJobKeys } from '../domain/failed-job/failed-job.queries.js';
import { findStuckWork } from '../domain/work.queries.js';
import type { JobContext } from './job-context.js';
import type { JobDefinition } from './job-queue.js';
import { requestOf } from './work-requests.js';

const batchSize = 100;

/**
 * Enqueues the jobs of stuck work again. A job may be lost, because the job store can be another database than the one
 * that has the work. A job that is merely late still exists under its key, so enqueueing it changes nothing.
 */
export const resumeStuckWorkJob = ({ database, clock, enqueue, toServerTime }: JobContext): JobDefinition => ({
  name: 'resume-stuck-work',
  formerNames: ['take-up-overdue'],
  lockSeconds: 40,
  maxAttempts: 3,
  every: '1 minute',
  run: async (_, job) => {
    const stuck = await findStuckWork(database, clock);
    while (stuck.length > 0) {
      const jobs = await Promise.all(
        stuck.splice(0, batchSize).map(async (work) => {
          const request = requestOf(work);
          // The job of a sandbox was given up under the key with which it was stored.
          return { accountId: work.accountId, request, key: (await toServerTime(request)).key };
        }),
      );
      const givenUp = await findFailedJobKeys(database, jobs);
      for (const { request, key } of jobs) if (!givenUp.has(key)) await enqueue(request);
      await job.touch();
    }
  },
});
