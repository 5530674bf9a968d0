import { sendReminder } from '../domain/messaging/composing/send-reminder.actions.js';
import { contextOf, type JobContext } from './job-context.js';
import type { JobDefinition } from './job-queue.js';

interface Reminder {
  accountId: number;
  bookingId: number;
  /** ISO 8601 in UTC. */
  reminderAt: string;
}

/** Runs at the `reminder_at` of a booking (spec, Bookings). */
export const sendReminderJob = (context: JobContext): JobDefinition<Reminder> => ({
  name: 'send-reminder',
  onAccountClock: true,
  lockSeconds: 30,
  maxAttempts: 12,
  concurrency: 2,
  run: async ({ accountId, bookingId, reminderAt }) =>
    sendReminder(await contextOf(context, accountId), bookingId, reminderAt),
});
