import type { RecordedChange } from '../outbox/recorded-change.js';
import type { JobQueue, JobRequest } from './job-queue.js';
import { workKinds } from './work-kinds.js';

/** Enqueues the jobs that a change causes. Idempotent, because the key of a job identifies its work. */
export async function routeChange(change: RecordedChange, queue: Pick<JobQueue, 'enqueue'>): Promise<void> {
  const routes = Object.values(workKinds).map(({ causedBy }) => causedBy?.[change.objectType]);
  for (const route of [...routes, restartJob]) {
    const job = route?.(change);
    if (job) await queue.enqueue(job);
  }
}

/** Restarts a job that was given up, as a new job with all its attempts. */
function restartJob({ accountId, id, name: change, snapshot: { name, data } }: RecordedChange): JobRequest | undefined {
  if (change !== 'failed_job.restarted' || typeof name !== 'string' || typeof data !== 'object' || !data) {
    return undefined;
  }
  return { name, key: `${name}:${accountId}:${id}`, data };
}
