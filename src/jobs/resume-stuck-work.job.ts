import type { Overdue } from '../domain/stuck-work.js';
import { composeMessagesRequest } from './compose-messages.job.js';
import { createOccurrencesRequest } from './create-occurrences.job.js';
import { wakeWebHook } from './deliver-web-hook.job.js';
import { expireHoldRequest } from './expire-hold.job.js';
import type { JobDefinition, JobQueue, JobRequest } from './job-queue.js';
import { sendMessageRequest } from './send-message.job.js';
import { sendReminderRequest } from './send-reminder.job.js';
import { applyTemplateRequest, sendTemplateRequest } from './send-template.job.js';

export interface TakeUpOverdueTools {
  /** What was to be done a while ago, of all accounts. */
  findOverdue(): Promise<Overdue[]>;
  /** The keys of those jobs that were given up, and that nobody has restarted. */
  findGivenUp(jobs: readonly { accountId: number; key: string }[]): Promise<ReadonlySet<string>>;
}

const batchSize = 100;

/**
 * Makes the jobs again that were lost: the queue may be kept elsewhere than what is to be done, and lose what it has
 * stored. A job that is merely late is there by its key already.
 */
export function takeUpOverdueJob(
  { findOverdue, findGivenUp }: TakeUpOverdueTools,
  enqueue: JobQueue['enqueue'],
): JobDefinition {
  const takeUp = async (batch: Overdue[]): Promise<void> => {
    const jobs = batch.map((overdue) => ({ accountId: overdue.accountId, request: requestOf(overdue) }));
    const givenUp = await findGivenUp(jobs.map(({ accountId, request: { key } }) => ({ accountId, key })));
    for (const { request } of jobs) if (!givenUp.has(request.key)) await enqueue(request);
  };
  return {
    name: 'take-up-overdue',
    lockSeconds: 40,
    tries: 3,
    every: '1 minute',
    run: async (_, job) => {
      const overdue = await findOverdue();
      while (overdue.length > 0) {
        await takeUp(overdue.splice(0, batchSize));
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
    case 'message_template':
      return applyTemplateRequest({ accountId, templateId: id }, at.toISOString());
    case 'planned_message':
      return sendTemplateRequest({ accountId, plannedId: id }, at);
    case 'recurrence':
      return createOccurrencesRequest({ accountId, recurrenceId: id, actor: { kind: 'background' } });
    case 'reminder':
      return sendReminderRequest({ accountId, bookingId: id, reminderAt: at.toISOString() });
    case 'web_hook':
      return wakeWebHook({ accountId, webHookId: id });
  }
}
