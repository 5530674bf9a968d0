import type { StuckWork } from '../domain/stuck-work.queries.js';
import type { JobDefinition, JobQueue, JobRequest } from './job-queue.js';
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
 *
 * @param toServerTime returns a request as `enqueue` stores it: a job of a sandbox was given up under its key there
 */
export function resumeStuckWorkJob(
  { findStuckWork, findFailedJobKeys }: ResumeStuckWorkHandlers,
  enqueue: JobQueue['enqueue'],
  toServerTime: (job: JobRequest) => Promise<JobRequest> = async (job) => job,
): JobDefinition {
  const resume = async (batch: StuckWork[]): Promise<void> => {
    const jobs = await Promise.all(
      batch.map(async (work) => {
        const request = workKinds[work.kind].resume(work);
        return { accountId: work.accountId, request, key: (await toServerTime(request)).key };
      }),
    );
    const givenUp = await findFailedJobKeys(jobs);
    for (const { request, key } of jobs) if (!givenUp.has(key)) await enqueue(request);
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
