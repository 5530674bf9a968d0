import { closedEntryDays, trimWaitlist } from '../domain/waitlist/trim-waitlist.actions.js';
import type { Database } from '../platform/database/database.js';
import type { Clock } from '../platform/time/clock.js';
import type { JobDefinition } from './job-queue.js';

const day = 24 * 60 * 60 * 1_000;

/** Deletes the entries of the waitlist that were closed a while ago, because they have contacts of people. */
export function trimWaitlistJob({ database, clock }: { database: Database; clock: Clock }): JobDefinition {
  return {
    name: 'trim-waitlist',
    lockSeconds: 10,
    maxAttempts: 3,
    every: '1 day',
    run: (_, job) => trimWaitlist(database, new Date(clock.now().getTime() - closedEntryDays * day), () => job.touch()),
  };
}
