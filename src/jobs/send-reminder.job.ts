import type { JobDefinition, JobRequest } from './job-queue.js';

interface Reminder {
  accountId: number;
  bookingId: number;
  /** ISO 8601 in UTC. */
  reminderAt: string;
}

export interface SendReminderHandlers {
  /** Sends the reminder of a booking. Does nothing if it was sent, moved to another time or removed. */
  sendReminder(accountId: number, bookingId: number, reminderAt: string): Promise<void>;
}

/** The key contains the time, so that a reminder has one job per time, however often the booking changes. */
export function sendReminderRequest(reminder: Reminder): JobRequest {
  const { accountId, bookingId, reminderAt } = reminder;
  return {
    name: 'send-reminder',
    key: `send-reminder:${accountId}:${bookingId}:${reminderAt}`,
    data: reminder,
    at: new Date(reminderAt),
  };
}

/** Runs at the `reminder_at` of a booking (spec, Bookings). */
export function sendReminderJob({ sendReminder }: SendReminderHandlers): JobDefinition<Reminder> {
  return {
    name: 'send-reminder',
    onAccountClock: true,
    lockSeconds: 30,
    maxAttempts: 12,
    concurrency: 2,
    run: ({ accountId, bookingId, reminderAt }) => sendReminder(accountId, bookingId, reminderAt),
  };
}
