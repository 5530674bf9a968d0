import type { RecordedChange } from '../changes/change-log.js';
import type { JobQueue, JobRequest } from './job-queue.js';

/** The job that follows from a change, if any. Its key holds the change's id, so that a repetition adds nothing. */
type Route = (change: RecordedChange) => JobRequest | undefined;

const holds = new Set<unknown>(['awaiting_verification', 'awaiting_payment']);

const expireHold: Route = ({ accountId, id, objectId, snapshot: { state, expiresAt } }) =>
  holds.has(state) && typeof expiresAt === 'string'
    ? {
        name: 'expire-hold',
        key: `expire-hold:${accountId}:${id}`,
        data: { accountId, bookingId: objectId },
        at: new Date(expiresAt),
      }
    : undefined;

/** By the type of the object that changed. */
const routes: Readonly<Record<string, readonly Route[]>> = {
  booking: [expireHold],
};

/** Makes the jobs that follow from a change. Safe to repeat. */
export async function routeChange(change: RecordedChange, queue: Pick<JobQueue, 'enqueue'>): Promise<void> {
  for (const route of routes[change.objectType] ?? []) {
    const job = route(change);
    if (job) await queue.enqueue(job);
  }
}
