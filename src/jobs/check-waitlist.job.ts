import type { JobDefinition, JobQueue, JobRequest } from './job-queue.js';
import { offerWaitlistRequest } from './offer-waitlist.job.js';

interface AccountReference {
  accountId: number;
}

export interface CheckWaitlistHandlers {
  /**
   * Stores what has become bookable for the waitlist of an account by the passing of time. Does nothing before the
   * planned time.
   *
   * @returns the ids of the openings
   */
  checkWaitlist(accountId: number): Promise<number[]>;
  /** Finds the checks of all accounts that are due from `margin` before now to `margin` after, in milliseconds. */
  findDueChecks(margin: number): Promise<{ accountId: number; at: Date }[]>;
}

/** The key contains the time, so that an account has one job per planned check. */
export function checkWaitlistRequest(account: AccountReference, at: Date): JobRequest {
  const key = `check-waitlist:${account.accountId}:${at.toISOString()}`;
  return { name: 'check-waitlist', key, data: account, at };
}

/** Runs when something that an entry of the waitlist waits for may have become bookable by the passing of time. */
export function checkWaitlistJob(
  { checkWaitlist }: Pick<CheckWaitlistHandlers, 'checkWaitlist'>,
  enqueue: JobQueue['enqueue'],
): JobDefinition<AccountReference> {
  return {
    name: 'check-waitlist',
    onAccountClock: true,
    lockSeconds: 30,
    maxAttempts: 12,
    concurrency: 2,
    run: async ({ accountId }) => {
      for (const openingId of await checkWaitlist(accountId)) {
        await enqueue(offerWaitlistRequest({ accountId, openingId }));
      }
    },
  };
}

/** In milliseconds. More than the pause between two runs of the job, so that none is missed. */
const margin = 90_000;

/** Enqueues the checks of the next minute. Those that are late or were given up are left to the job for stuck work. */
export function scheduleWaitlistChecksJob(
  { findDueChecks }: Pick<CheckWaitlistHandlers, 'findDueChecks'>,
  enqueue: JobQueue['enqueue'],
): JobDefinition {
  return {
    name: 'schedule-waitlist-checks',
    lockSeconds: 30,
    maxAttempts: 3,
    every: '1 minute',
    run: async (_, job) => {
      for (const { accountId, at } of await findDueChecks(margin)) {
        await enqueue(checkWaitlistRequest({ accountId }, at));
        await job.touch();
      }
    },
  };
}
