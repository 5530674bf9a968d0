import { expireWaitlistEntry } from '../domain/waitlist/waitlist-line.actions.js';
import { contextOf, type JobContext } from './job-context.js';
import type { JobDefinition } from './job-queue.js';

/** Runs at the end of the period of a waitlist entry. */
export const expireWaitlistEntryJob = (context: JobContext): JobDefinition<{ accountId: number; entryId: number }> => ({
  name: 'expire-waitlist-entry',
  onAccountClock: true,
  lockSeconds: 10,
  maxAttempts: 10,
  run: async ({ accountId, entryId }) => expireWaitlistEntry(await contextOf(context, accountId), entryId),
});
