import type { RecordedChange } from '../outbox/change-log.js';
import type { ObjectType } from '../outbox/change-records.js';
import { composeMessagesRequest } from './compose-messages.job.js';
import { createOccurrencesRequest } from './create-occurrences.job.js';
import { deliverWebHookRequest } from './deliver-web-hook.job.js';
import { expireHoldRequest } from './expire-hold.job.js';
import type { JobQueue, JobRequest } from './job-queue.js';
import { sendMessageRequest } from './send-message.job.js';
import { sendReminderRequest } from './send-reminder.job.js';
import { applyTemplateRequest } from './send-template.job.js';

/** Returns the job that a change causes, if any. Its key identifies the work, so that routing a change twice adds nothing. */
type Route = (change: RecordedChange) => JobRequest | undefined;

const holds = new Set<unknown>(['awaiting_verification', 'awaiting_payment']);

const expireHold: Route = ({ accountId, objectId, snapshot: { state, expiresAt } }) =>
  holds.has(state) && typeof expiresAt === 'string'
    ? expireHoldRequest({ accountId, bookingId: objectId }, new Date(expiresAt))
    : undefined;

const resendToWebHook: Route = ({ accountId, snapshot: { webHookId } }) =>
  deliverWebHookRequest({ accountId, webHookId: Number(webHookId) });

const sendMessage: Route = ({ accountId, name, objectId }) =>
  name === 'message.queued' ? sendMessageRequest({ accountId, messageId: objectId }) : undefined;

const composeMessages: Route = ({ accountId, name, objectId }) =>
  name === 'message_request.created' ? composeMessagesRequest({ accountId, requestId: objectId }) : undefined;

const sendReminder: Route = ({ accountId, objectId, snapshot: { reminderAt, remindedAt, updatedAt } }) =>
  typeof reminderAt === 'string' && remindedAt === null && reminderAt > String(updatedAt)
    ? sendReminderRequest({ accountId, bookingId: objectId, reminderAt })
    : undefined;

const applyTemplate: Route = ({ accountId, objectId, snapshot: { active, updatedAt } }) =>
  active === true ? applyTemplateRequest({ accountId, templateId: objectId }, String(updatedAt)) : undefined;

const createOccurrences: Route = ({ accountId, name, objectId, actor }) =>
  name === 'recurrence.created' ? createOccurrencesRequest({ accountId, recurrenceId: objectId, actor }) : undefined;

/** Restarts a job that was given up, as a new job with all its attempts. */
const restartJob: Route = ({ accountId, id, name: change, snapshot: { name, data } }) =>
  change === 'failed_job.restarted' && typeof name === 'string' && typeof data === 'object' && data !== null
    ? { name, key: `${name}:${accountId}:${id}`, data }
    : undefined;

/** By the type of the changed object. */
const routes: Readonly<Partial<Record<ObjectType, readonly Route[]>>> = {
  booking: [expireHold, sendReminder],
  failed_job: [restartJob],
  web_hook_delivery: [resendToWebHook],
  recurrence: [createOccurrences],
  message: [sendMessage],
  message_request: [composeMessages],
  message_template: [applyTemplate],
};

/** Enqueues the jobs that a change causes. Idempotent. */
export async function routeChange(change: RecordedChange, queue: Pick<JobQueue, 'enqueue'>): Promise<void> {
  for (const route of routes[change.objectType] ?? []) {
    const job = route(change);
    if (job) await queue.enqueue(job);
  }
}
