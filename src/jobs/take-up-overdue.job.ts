import { composeMessagesRequest } from './compose-messages.job.js';
import { createOccurrencesRequest } from './create-occurrences.job.js';
import { wakeWebHook } from './deliver-web-hook.job.js';
import { expireHoldRequest } from './expire-hold.job.js';
import type { JobDefinition, JobQueue, JobRequest } from './job-queue.js';
import { sendMessageRequest } from './send-message.job.js';
import { sendReminderRequest } from './send-reminder.job.js';

/** What was to be done a while ago and is not. */
export interface Overdue {
  accountId: number;
  kind: 'hold' | 'message' | 'message_request' | 'recurrence' | 'reminder' | 'web_hook';
  /** Of the booking, message or whatever else the kind is of. */
  id: number;
  /** When it was due. */
  at: Date;
}

export interface TakeUpOverdueTools {
  /** Of all accounts. */
  findOverdue(): Promise<Overdue[]>;
  /** Whether a job of that key was given up, and nobody has restarted it. */
  isGivenUp(accountId: number, key: string): Promise<boolean>;
}

/**
 * Makes the jobs again that were lost: the queue may be kept elsewhere than what is to be done, and lose what it has
 * stored. A job that is merely late is there by its key already.
 */
export function takeUpOverdueJob(
  { findOverdue, isGivenUp }: TakeUpOverdueTools,
  enqueue: JobQueue['enqueue'],
): JobDefinition {
  return {
    name: 'take-up-overdue',
    lockSeconds: 40,
    tries: 3,
    every: '1 minute',
    run: async (_, job) => {
      for (const overdue of await findOverdue()) {
        const request = requestOf(overdue);
        if (!(await isGivenUp(overdue.accountId, request.key))) await enqueue(request);
        await job.touch();
      }
    },
  };
}

function requestOf({ accountId, kind, id, at }: Overdue): JobRequest {
  switch (kind) {
    case 'hold':
      return expireHoldRequest({ accountId, bookingId: id }, at);
    case 'message':
      return sendMessageRequest({ accountId, messageId: id });
    case 'message_request':
      return composeMessagesRequest({ accountId, requestId: id });
    case 'recurrence':
      return createOccurrencesRequest({ accountId, recurrenceId: id, actor: { kind: 'background' } });
    case 'reminder':
      return sendReminderRequest({ accountId, bookingId: id, reminderAt: at.toISOString() });
    case 'web_hook':
      return wakeWebHook({ accountId, webHookId: id });
  }
}
