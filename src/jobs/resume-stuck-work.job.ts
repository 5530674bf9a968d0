import type { StuckWork } from '../domain/stuck-work.queries.js';
import { composeMessagesRequest } from './compose-messages.job.js';
import { createOccurrencesRequest } from './create-occurrences.job.js';
import { deliverWebHookRequest } from './deliver-web-hook.job.js';
import { expireHoldRequest } from './expire-hold.job.js';
import type { JobDefinition, JobQueue, JobRequest } from './job-queue.js';
import { sendMessageRequest } from './send-message.job.js';
import { sendReminderRequest } from './send-reminder.job.js';
import { applyTemplateRequest, sendTemplateRequest } from './send-template.job.js';

export interface ResumeStuckWorkHandlers {
  /** Finds work of all accounts that should have been done a while ago. */
  findStuckWork(): Promise<StuckWork[]>;
  /** Returns the keys of the jobs that were given up and not restarted. */
  findGivenUp(jobs: readonly { accountId: number; key: string }[]): Promise<ReadonlySet<string>>;
}

const batchSize = 100;

/**
 * Enqueues the jobs of stuck work again. A job may be lost, because the job store can be another database than the one
 * that has the work. A job that is merely late still exists under its key, so enqueueing it changes nothing.
 */
export function resumeStuckWorkJob(
  { findStuckWork, findGivenUp }: ResumeStuckWorkHandlers,
  enqueue: JobQueue['enqueue'],
): JobDefinition {
  const resume = async (batch: StuckWork[]): Promise<void> => {
    const jobs = batch.map((work) => ({ accountId: work.accountId, request: requestOf(work) }));
    const givenUp = await findGivenUp(jobs.map(({ accountId, request: { key } }) => ({ accountId, key })));
    for (const { request } of jobs) if (!givenUp.has(request.key)) await enqueue(request);
  };
  return {
    name: 'resume-stuck-work',
    lockSeconds: 40,
    maxAttempts: 3,
    every: '1 minute',
    run: async (_, job) => {
      const stuckWork = await findStuckWork();
      while (stuckWork.length > 0) {
        await resume(stuckWork.splice(0, batchSize));
        await job.touch();
      }
    },
  };
}

function requestOf({ accountId, kind, id, at }: StuckWork): JobRequest {
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
      return deliverWebHookRequest({ accountId, webHookId: id });
  }
}
