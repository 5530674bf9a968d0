import type { StuckWork } from '../domain/stuck-work.queries.js';
import type { JobDefinition, JobQueue } from './job-queue.js';
import { workKinds } from './work-kinds.js';

export interface ResumeStuckWorkHandlers {
  /** Finds work of all accounts that should have been done a while ago. */
  findStuckWork(): Promise<StuckWork[]>;
  /** Returns the keys of the jobs that were given up and not restarted. */
  findFailedJobKeys(jobs: readonly { accountId: number; key: string }[]): Promise<ReadonlySet<string>>;
}

const batchSize = 100;

/**
 * Enqueues the jobs of stuck work again. A job may be lost, because the job store can be another database than the one
 * that has the work. A job that is merely late still exists under its key, so enqueueing it changes nothing.
 */
export function resumeStuckWorkJob(
  { findStuckWork, findFailedJobKeys }: ResumeStuckWorkHandlers,
  enqueue: JobQueue['enqueue'],
): JobDefinition {
  const resume = async (batch: StuckWork[]): Promise<void> => {
    const jobs = batch.map((work) => ({ accountId: work.accountId, request: workKinds[work.kind].resume(work) }));
    const givenUp = await findFailedJobKeys(jobs.map(({ accountId, request: { key } }) => ({ accountId, key })));
    for (const { request } of jobs) if (!givenUp.has(request.key)) await enqueue(request);
  };
  return {
    name: 'resume-stuck-work',
    formerNames: ['take-up-overdue'],
    lockSeconds: 40,
    maxAttempts: 3,
    every: '1 minute',
    run: async (_, job) => {
      const stuck = await findStuckWork();
      while (stuck.length > 0) {
        await resume(stuck.splice(0, batchSize));
        await job.touch();
      }
    },
  };
}
