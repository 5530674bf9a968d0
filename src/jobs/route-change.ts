import { holdStates } from '../domain/booking-states.js';
import { MessageChannel } from '../domain/messaging/delivery/message.entity.js';
import type { ObjectType } from '../outbox/change-records.js';
import type { RecordedChange } from '../outbox/recorded-change.js';
import { enqueueDeliveries } from './deliver-web-hook.job.js';
import type { JobContext } from './job-context.js';
import type { JobRequest } from './job-queue.js';
import { enqueueOffers } from './offer-waitlist.job.js';
import { planMessages } from './send-template.job.js';
import {
  advanceClockRequest,
  applyTemplateRequest,
  composeMessagesRequest,
  createOccurrencesRequest,
  deliverWebHookRequest,
  expireHoldRequest,
  expireWaitlistEntryRequest,
  sendMessageRequest,
  sendReminderRequest,
} from './work-requests.js';

/** Enqueues the jobs that a change causes. Idempotent, because the key of a job identifies its work. */
export async function routeChange(context: JobContext, change: RecordedChange): Promise<void> {
  for (const job of jobsOf(change)) await context.enqueue(job);
  await enqueueDeliveries(context, change);
  await planMessages(context, change);
  await enqueueOffers(context, change);
}

/** Returns the jobs that a change causes by itself, without work that is yet to be stored. */
export function jobsOf(change: RecordedChange): JobRequest[] {
  return [...(routes[change.objectType] ?? []), restartJob].flatMap((route) => route(change) ?? []);
}

const holds = new Set<unknown>(holdStates);

type Route = (change: RecordedChange) => JobRequest | undefined;

const sendBy =
  (channel: MessageChannel): Route =>
  ({ accountId, name, objectId, snapshot }) =>
    name === 'message.queued' && snapshot['channel'] === channel
      ? sendMessageRequest(channel, accountId, objectId)
      : undefined;

const routes: Partial<Record<ObjectType, readonly Route[]>> = {
  booking: [
    ({ accountId, objectId, snapshot: { state, expiresAt } }) =>
      holds.has(state) && typeof expiresAt === 'string'
        ? expireHoldRequest(accountId, objectId, new Date(expiresAt))
        : undefined,
    ({ accountId, objectId, snapshot: { reminderAt, remindedAt, updatedAt } }) =>
      typeof reminderAt === 'string' && remindedAt === null && reminderAt > String(updatedAt)
        ? sendReminderRequest(accountId, objectId, new Date(reminderAt))
        : undefined,
  ],
  message: [sendBy(MessageChannel.EMAIL), sendBy(MessageChannel.SMS)],
  message_request: [
    ({ accountId, name, objectId }) =>
      name === 'message_request.created' ? composeMessagesRequest(accountId, objectId) : undefined,
  ],
  message_template: [
    ({ accountId, objectId, snapshot: { active, updatedAt } }) =>
      active === true ? applyTemplateRequest(accountId, objectId, new Date(String(updatedAt))) : undefined,
  ],
  recurrence: [
    ({ accountId, name, objectId, actor }) =>
      name === 'recurrence.created' ? createOccurrencesRequest(accountId, objectId, actor) : undefined,
  ],
  waitlist_entry: [
    ({ accountId, objectId, snapshot: { state, to } }) =>
      state === 'waiting' && typeof to === 'string'
        ? expireWaitlistEntryRequest(accountId, objectId, new Date(to))
        : undefined,
  ],
  web_hook_delivery: [({ accountId, snapshot: { webHookId } }) => deliverWebHookRequest(accountId, Number(webHookId))],
  account: [
    ({ accountId, snapshot: { clockTarget } }) =>
      typeof clockTarget === 'number' ? advanceClockRequest(accountId, clockTarget) : undefined,
  ],
};

/** Restarts a job that was given up, as a new job with all its attempts. */
function restartJob({ accountId, id, name: change, snapshot: { name, data } }: RecordedChange): JobRequest | undefined {
  if (change !== 'failed_job.restarted' || typeof name !== 'string' || typeof data !== 'object' || !data) {
    return undefined;
  }
  return { name, key: `${name}:${accountId}:${id}`, data };
}
