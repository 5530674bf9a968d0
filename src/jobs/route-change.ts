import { workOf } from '../domain/work.rules.js';
import type { RecordedChange } from '../outbox/recorded-change.js';
import { enqueueDeliveries } from './deliver-web-hook.job.js';
import type { JobContext } from './job-context.js';
import type { JobRequest } from './job-queue.js';
import { enqueueOffers } from './offer-waitlist.job.js';
import { planMessages } from './send-template.job.js';
import { requestOf } from './work-requests.js';

/** Enqueues the jobs that a change causes. Idempotent, because the key of a job identifies its work. */
export async function routeChange(context: JobContext, change: RecordedChange): Promise<void> {
  for (const job of jobsOf(change)) await context.enqueue(job);
  await enqueueDeliveries(context, change);
  await planMessages(context, change);
  await enqueueOffers(context, change);
}

/** Returns the jobs that a change causes by itself, without work that is yet to be stored. */
export function jobsOf(change: RecordedChange): JobRequest[] {
  const restarted = restartJob(change);
  return [...workOf(change).map(requestOf), ...(restarted ? [restarted] : [])];
}

/** Restarts a job that was given up, as a new job with all its attempts. */
function restartJob({ accountId, id, name: change, snapshot: { name, data } }: RecordedChange): JobRequest | undefined {
  if (change !== 'failed_job.restarted' || typeof name !== 'string' || typeof data !== 'object' || !data) {
    return undefined;
  }
  return { name, key: `${name}:${accountId}:${id}`, data };
}
