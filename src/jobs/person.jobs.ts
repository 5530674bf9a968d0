import { markBookingsOf } from '../domain/calendar-target/mark-entries.actions.js';
import { continueErasure } from '../domain/person-data/continue-erasure.actions.js';
import { contextOf, type JobContext } from './job-context.js';
import type { JobDefinition } from './job-queue.js';
import { writeCalendarRequest } from './work-requests.js';

/** Erases what other rows have of an erased person, and then what the entries of their bookings in calendars have. */
export const erasePersonJob = (context: JobContext): JobDefinition<{ accountId: number; erasureId: number }> => ({
  name: 'erase-person',
  lockSeconds: 60,
  maxAttempts: 12,
  concurrency: 1,
  run: async ({ accountId, erasureId }, job) => {
    const ofAccount = await contextOf(context, accountId);
    const personIds = await continueErasure(ofAccount, erasureId, () => job.touch());
    for (const sourceId of await markBookingsOf(ofAccount, personIds, { isWithPast: true })) {
      await context.enqueue(writeCalendarRequest(accountId, sourceId));
    }
  },
});
