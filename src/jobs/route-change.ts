import type { RecordedChange } from '../changes/change-log.js';
import { wakeWebHook } from './deliver-web-hook.job.js';
import type { JobQueue, JobRequest } from './job-queue.js';

/** The job that follows from a change, if any. Its key holds the change's id, so that a repetition adds nothing. */
type Route = (change: RecordedChange) => JobRequest | undefined;

const holds = new Set<unknown>(['awaiting_verification', 'awaiting_payment']);

const expireHold: Route = ({ accountId, id, objectId, snapshot: { state, expiresAt } }) =>
  holds.has(state) && typeof expiresAt === 'string'
    ? {
        name: 'expire-hold',
        key: `expire-hold:${accountId}:${id}`,
        data: { accountId, bookingId: objectId },
        at: new Date(expiresAt),
      }
    : undefined;

const resendToWebHook: Route = ({ accountId, snapshot: { webHookId } }) =>
  wakeWebHook({ accountId, webHookId: Number(webHookId) });

const sendMessage: Route = ({ accountId, id, name, objectId }) =>
  name === 'message.queued'
    ? { name: 'send-message', key: `send-message:${accountId}:${id}`, data: { accountId, messageId: objectId } }
    : undefined;

const composeMessages: Route = ({ accountId, id, name, objectId }) =>
  name === 'message_request.created'
    ? { name: 'compose-messages', key: `compose-messages:${accountId}:${id}`, data: { accountId, requestId: objectId } }
    : undefined;

/** Of one booking and time there is one job, however often the booking changes meanwhile. */
const sendReminder: Route = ({ accountId, objectId, snapshot: { reminderAt, remindedAt, updatedAt } }) =>
  typeof reminderAt === 'string' && remindedAt === null && reminderAt > String(updatedAt)
    ? {
        name: 'send-reminder',
        key: `send-reminder:${accountId}:${objectId}:${reminderAt}`,
        data: { accountId, bookingId: objectId, reminderAt },
        at: new Date(reminderAt),
      }
    : undefined;

const planTemplates: Route = ({ accountId, id, objectId, snapshot: { addsMessages, state } }) =>
  addsMessages === true && state === 'confirmed'
    ? { name: 'plan-templates', key: `plan-templates:${accountId}:${id}`, data: { accountId, bookingId: objectId } }
    : undefined;

const createOccurrences: Route = ({ accountId, id, name, objectId, actor }) =>
  name === 'recurrence.created'
    ? {
        name: 'create-occurrences',
        key: `create-occurrences:${accountId}:${id}`,
        data: { accountId, recurrenceId: objectId, actor },
      }
    : undefined;

/** What was given up begins anew, by a job with all its tries. */
const restartJob: Route = ({ accountId, id, name: change, snapshot: { name, data } }) =>
  change === 'failed_job.restarted' && typeof name === 'string' && typeof data === 'object' && data !== null
    ? { name, key: `${name}:${accountId}:${id}`, data }
    : undefined;

/** By the type of the object that changed. */
const routes: Readonly<Record<string, readonly Route[]>> = {
  booking: [expireHold, sendReminder, planTemplates],
  failed_job: [restartJob],
  web_hook_delivery: [resendToWebHook],
  recurrence: [createOccurrences],
  message: [sendMessage],
  message_request: [composeMessages],
};

/** Makes the jobs that follow from a change. Safe to repeat. */
export async function routeChange(change: RecordedChange, queue: Pick<JobQueue, 'enqueue'>): Promise<void> {
  for (const route of routes[change.objectType] ?? []) {
    const job = route(change);
    if (job) await queue.enqueue(job);
  }
}
