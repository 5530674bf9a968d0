import { workOf } from '../domain/work.rules.js';
import type { RecordedChange } from '../outbox/recorded-change.js';
import { createOccurrencesJob, expireHoldJob } from './booking.jobs.js';
import { readCalendarJob } from './calendar.jobs.js';
import { enqueueEntries, writeCalendarJob } from './calendar-target.jobs.js';
import { enqueueDocuments, issueDocumentsJob } from './document.jobs.js';
import type { CreateJob, JobContext } from './job-context.js';
import type { JobRequest } from './job-queue.js';
import {
  resumeStuckWorkJob,
  trimApiKeyRequestsJob,
  trimChangeLogJob,
  trimHistoryJob,
  trimStoredResponsesJob,
  trimVisitorSessionsJob,
  trimWaitlistJob,
} from './maintenance.jobs.js';
import {
  applyTemplateJob,
  composeMessagesJob,
  passMessageOnJob,
  planMessages,
  releaseMessagesJob,
  sendMessageJob,
  sendReminderJob,
  sendTemplateJob,
} from './message.jobs.js';
import { erasePersonJob } from './person.jobs.js';
import { advanceClockJob } from './test-clock.jobs.js';
import {
  checkWaitlistJob,
  enqueueOffers,
  expireWaitlistEntryJob,
  offerWaitlistJob,
  scheduleWaitlistChecksJob,
} from './waitlist.jobs.js';
import { deliverWebHookJob, enqueueDeliveries } from './web-hook.jobs.js';
import { requestOf } from './work-requests.js';

/** All jobs of a worker. */
export const jobs: readonly CreateJob[] = [
  advanceClockJob,
  applyTemplateJob,
  checkWaitlistJob,
  composeMessagesJob,
  createOccurrencesJob,
  deliverWebHookJob,
  erasePersonJob,
  expireHoldJob,
  expireWaitlistEntryJob,
  issueDocumentsJob,
  offerWaitlistJob,
  passMessageOnJob('send-message'),
  passMessageOnJob('send-email'),
  passMessageOnJob('send-sms'),
  readCalendarJob,
  releaseMessagesJob,
  resumeStuckWorkJob,
  scheduleWaitlistChecksJob,
  sendMessageJob('email'),
  sendMessageJob('sms'),
  sendMessageJob('urgent_email'),
  sendMessageJob('urgent_sms'),
  sendReminderJob,
  sendTemplateJob,
  trimApiKeyRequestsJob,
  trimChangeLogJob,
  trimHistoryJob,
  trimStoredResponsesJob,
  trimVisitorSessionsJob,
  trimWaitlistJob,
  writeCalendarJob,
];

/** Enqueues the jobs that a change causes. Idempotent, because the key of a job identifies its work. */
export async function routeChange(context: JobContext, change: RecordedChange): Promise<void> {
  for (const job of jobsOf(change)) await context.enqueue(job);
  await enqueueDeliveries(context, change);
  await planMessages(context, change);
  await enqueueDocuments(context, change);
  await enqueueOffers(context, change);
  await enqueueEntries(context, change);
}

/** Returns the jobs that a change causes by itself, without work that is yet to be stored. */
export function jobsOf(change: RecordedChange): JobRequest[] {
  const restarted = restartJob(change);
  return [...workOf(change).map(requestOf), ...(restarted ? [restarted] : [])];
}

/** Restarts a job that was given up, as a new job with all its attempts. */
function restartJob({ accountId, id, name: change, snapshot: { name, data } }: RecordedChange): JobRequest | undefined {
  if (change !== 'failed_job.restarted' || typeof name !== 'string' || typeof data !== 'object' || !data) {
    return undefined;
  }
  return { name, key: `${name}:${accountId}:${id}`, data };
}
