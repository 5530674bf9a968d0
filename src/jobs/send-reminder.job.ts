import type { JobDefinition } from './job-queue.js';

export interface SendReminderTools {
  /** Reminds of a booking, unless that was done, or is to be done at another time or not at all by now. */
  sendReminder(accountId: number, bookingId: number, reminderAt: string): Promise<void>;
}

/** Due at a booking's `reminder_at` (spec, Bookings). */
export function sendReminderJob({
  sendReminder,
}: SendReminderTools): JobDefinition<{ accountId: number; bookingId: number; reminderAt: string }> {
  return {
    name: 'send-reminder',
    lockSeconds: 30,
    tries: 12,
    concurrency: 2,
    run: ({ accountId, bookingId, reminderAt }) => sendReminder(accountId, bookingId, reminderAt),
  };
}
