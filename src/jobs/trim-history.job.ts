import { trimHistory } from '../domain/trim-history.actions.js';
import type { Database } from '../platform/database/database.js';
import type { JobDefinition, JobRequest } from './job-queue.js';
import type { ResumeStuckWorkHandlers } from './resume-stuck-work.job.js';
import { workKinds } from './work-kinds.js';

export interface TrimHistoryDependencies extends Pick<ResumeStuckWorkHandlers, 'findStuckWork'> {
  database: Database;
  /** Days for which ended messages, deliveries and failed jobs are kept, 90 by default. */
  retentionDays?: number;
}

/**
 * Deletes old messages, deliveries and failed jobs.
 *
 * @param toServerTime returns a request as `enqueue` stores it: a job of a sandbox was given up under its key there
 */
export function trimHistoryJob(
  { database, findStuckWork, retentionDays = 90 }: TrimHistoryDependencies,
  toServerTime: (job: JobRequest) => Promise<JobRequest>,
): JobDefinition {
  const findUnfinishedJobs = async (): Promise<Map<number, string[]>> => {
    const keys = new Map<number, string[]>();
    for (const work of await findStuckWork()) {
      const { key } = await toServerTime(workKinds[work.kind].resume(work));
      keys.set(work.accountId, [...(keys.get(work.accountId) ?? []), key]);
    }
    return keys;
  };
  return {
    name: 'trim-history',
    lockSeconds: 40,
    maxAttempts: 3,
    every: '1 day',
    run: async (_, job) => {
      const unfinishedJobs = await findUnfinishedJobs();
      await trimHistory(database, { days: retentionDays, unfinishedJobs, onBatch: () => job.touch() });
    },
  };
}
