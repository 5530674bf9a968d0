import type { JobDefinition, JobRequest } from './job-queue.js';

interface EntryReference {
  accountId: number;
  entryId: number;
}

export interface ExpireWaitlistEntryHandlers {
  /** Closes an entry of the waitlist whose period is over. Does nothing if it is not, or if the entry no longer waits. */
  expireWaitlistEntry(accountId: number, entryId: number): Promise<void>;
}

/** The key contains the time, so that an entry has one job per end of its period, however often it changes. */
export function expireWaitlistEntryRequest(entry: EntryReference, at: Date): JobRequest {
  const key = `expire-waitlist-entry:${entry.accountId}:${entry.entryId}:${at.toISOString()}`;
  return { name: 'expire-waitlist-entry', key, data: entry, at };
}

/** Runs at the end of the period of an entry. */
export function expireWaitlistEntryJob({
  expireWaitlistEntry,
}: ExpireWaitlistEntryHandlers): JobDefinition<EntryReference> {
  return {
    name: 'expire-waitlist-entry',
    onAccountClock: true,
    lockSeconds: 10,
    maxAttempts: 10,
    run: ({ accountId, entryId }) => expireWaitlistEntry(accountId, entryId),
  };
}
