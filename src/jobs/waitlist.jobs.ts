import { checkWaitlist } from '../domain/waitlist/waitlist-check.actions.js';
import { findDueChecks } from '../domain/waitlist/waitlist-check.queries.js';
import { expireWaitlistEntry, offerOpening } from '../domain/waitlist/waitlist-line.actions.js';
import { storeOpenings } from '../domain/waitlist/waitlist-opening.actions.js';
import { openingOf } from '../domain/waitlist/waitlist-opening.rules.js';
import type { RecordedChange } from '../outbox/recorded-change.js';
import { contextOf, type JobContext } from './job-context.js';
import type { JobDefinition } from './job-queue.js';
import { checkWaitlistRequest, offerWaitlistRequest } from './work-requests.js';

/** Runs at times at which a time that an entry of the waitlist waits for may become bookable. */
export const checkWaitlistJob = (context: JobContext): JobDefinition<{ accountId: number }> => ({
  name: 'check-waitlist',
  onAccountClock: true,
  lockSeconds: 30,
  maxAttempts: 12,
  concurrency: 2,
  run: async ({ accountId }) => {
    for (const openingId of await checkWaitlist(await contextOf(context, accountId))) {
      await context.enqueue(offerWaitlistRequest(accountId, openingId));
    }
  },
});

/** In milliseconds. More than the pause between two runs of the job, so that none is missed. */
const margin = 90_000;

/** Enqueues the checks of the next minute. `resume-stuck-work` enqueues late ones. */
export const scheduleWaitlistChecksJob = ({ database, clock, enqueue }: JobContext): JobDefinition => ({
  name: 'schedule-waitlist-checks',
  lockSeconds: 30,
  maxAttempts: 3,
  every: '1 minute',
  run: async (_, job) => {
    for (const { accountId, at } of await findDueChecks(database, clock, margin)) {
      await enqueue(checkWaitlistRequest(accountId, at));
      await job.touch();
    }
  },
});

/** Stores the openings that a change may have made for the waitlist, and enqueues the jobs that offer them. Idempotent. */
export async function enqueueOffers(context: JobContext, change: RecordedChange): Promise<void> {
  const opening = openingOf(change);
  if (!opening) return;
  const { accountId } = change;
  for (const openingId of await storeOpenings(await contextOf(context, accountId), change, opening)) {
    await context.enqueue(offerWaitlistRequest(accountId, openingId));
  }
}

/** Offers an opening to the entries of the waitlist. */
export const offerWaitlistJob = (context: JobContext): JobDefinition<{ accountId: number; openingId: number }> => ({
  name: 'offer-waitlist',
  lockSeconds: 60,
  maxAttempts: 12,
  concurrency: 2,
  run: async ({ accountId, openingId }, job) =>
    offerOpening(await contextOf(context, accountId), openingId, () => job.touch()),
});

/** Runs at the end of the period of a waitlist entry. */
export const expireWaitlistEntryJob = (context: JobContext): JobDefinition<{ accountId: number; entryId: number }> => ({
  name: 'expire-waitlist-entry',
  onAccountClock: true,
  lockSeconds: 10,
  maxAttempts: 10,
  run: async ({ accountId, entryId }) => expireWaitlistEntry(await contextOf(context, accountId), entryId),
});
