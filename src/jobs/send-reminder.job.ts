import type { JobDefinition, JobRequest } from './job-queue.js';

interface Reminder {
  accountId: number;
  bookingId: number;
  /** ISO 8601 in UTC. */
  reminderAt: string;
}

export interface SendReminderTools {
  /** Reminds of a booking, unless that was done, or is to be done at another time or not at all by now. */
  sendReminder(accountId: number, bookingId: number, reminderAt: string): Promise<void>;
}

/** Of one booking and time there is one job, however often the booking changes meanwhile. */
export function sendReminderRequest(reminder: Reminder): JobRequest {
  const { accountId, bookingId, reminderAt } = reminder;
  return {
    name: 'send-reminder',
    key: `send-reminder:${accountId}:${bookingId}:${reminderAt}`,
    data: reminder,
    at: new Date(reminderAt),
  };
}

/** Due at a booking's `reminder_at` (spec, Bookings). */
export function sendReminderJob({ sendReminder }: SendReminderTools): JobDefinition<Reminder> {
  return {
    name: 'send-reminder',
    lockSeconds: 30,
    tries: 12,
    concurrency: 2,
    run: ({ accountId, bookingId, reminderAt }) => sendReminder(accountId, bookingId, reminderAt),
  };
}
