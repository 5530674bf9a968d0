import { type Opening, openingOf } from '../domain/waitlist/waitlist-opening.rules.js';
import type { RecordedChange } from '../outbox/recorded-change.js';
import type { JobDefinition, JobQueue, JobRequest } from './job-queue.js';

interface OpeningReference {
  accountId: number;
  openingId: number;
}

export interface OfferWaitlistHandlers {
  /**
   * Stores the time that a change may have freed, and returns the id of the opening. Returns undefined if no entry waits.
   * Idempotent per change.
   */
  storeOpening(change: RecordedChange, opening: Opening): Promise<number | undefined>;
  /**
   * Offers what was freed to the first in line. Does nothing if that was done.
   *
   * @param touch called between offers
   */
  offerOpening(accountId: number, openingId: number, touch: () => Promise<void>): Promise<void>;
}

/** Stores what a change may have freed for the waitlist, and enqueues the job that offers it. */
export async function enqueueOffers(
  change: RecordedChange,
  queue: Pick<JobQueue, 'enqueue'>,
  { storeOpening }: Pick<OfferWaitlistHandlers, 'storeOpening'>,
): Promise<void> {
  const opening = openingOf(change);
  const openingId = opening && (await storeOpening(change, opening));
  if (openingId === undefined) return;
  await queue.enqueue(offerWaitlistRequest({ accountId: change.accountId, openingId }));
}

export function offerWaitlistRequest(opening: OpeningReference): JobRequest {
  return { name: 'offer-waitlist', key: `offer-waitlist:${opening.accountId}:${opening.openingId}`, data: opening };
}

/** Runs after something became free. */
export function offerWaitlistJob({ offerOpening }: OfferWaitlistHandlers): JobDefinition<OpeningReference> {
  return {
    name: 'offer-waitlist',
    lockSeconds: 60,
    maxAttempts: 12,
    concurrency: 2,
    run: ({ accountId, openingId }, job) => offerOpening(accountId, openingId, () => job.touch()),
  };
}
