import type { MessageWork, Work, WorkKind } from '../domain/work.rules.js';
import type { Actor } from '../outbox/actor.js';
import type { JobRequest } from './job-queue.js';

/**
 * Returns the job that does a piece of work. Its key identifies the work, so that requesting a job again adds nothing. A
 * key with a time makes one job per time, however often the object changes.
 */
export function requestOf(work: Work): JobRequest {
  return requests[work.kind](work);
}

const requests: Readonly<Record<WorkKind, (work: Work) => JobRequest>> = {
  calendar_source: ({ accountId, id, dueAt }) => readCalendarRequest(accountId, id, dueAt),
  calendar_source_entry: ({ accountId, id }) => writeCalendarRequest(accountId, id),
  calendar_target: ({ accountId, id }) => writeCalendarRequest(accountId, id),
  document: ({ accountId }) => issueDocumentsRequest(accountId),
  hold: ({ accountId, id, dueAt }) => expireHoldRequest(accountId, id, dueAt),
  reminder: ({ accountId, id, dueAt }) => sendReminderRequest(accountId, id, dueAt),
  email: ({ accountId, id }) => sendMessageRequest('email', accountId, id),
  sms: ({ accountId, id }) => sendMessageRequest('sms', accountId, id),
  urgent_email: ({ accountId, id }) => sendMessageRequest('urgent_email', accountId, id),
  urgent_sms: ({ accountId, id }) => sendMessageRequest('urgent_sms', accountId, id),
  message_request: ({ accountId, id }) => composeMessagesRequest(accountId, id),
  message_template: ({ accountId, id, dueAt }) => applyTemplateRequest(accountId, id, dueAt),
  person_erasure: ({ accountId, id }) => erasePersonRequest(accountId, id),
  planned_message: ({ accountId, id, dueAt }) => sendTemplateRequest(accountId, id, dueAt),
  recurrence: ({ accountId, id, actor }) => createOccurrencesRequest(accountId, id, actor),
  waitlist_check: ({ accountId, dueAt }) => checkWaitlistRequest(accountId, dueAt),
  waitlist_entry: ({ accountId, id, dueAt }) => expireWaitlistEntryRequest(accountId, id, dueAt),
  waitlist_opening: ({ accountId, id }) => offerWaitlistRequest(accountId, id),
  web_hook: ({ accountId, id }) => deliverWebHookRequest(accountId, id),
  test_clock: ({ accountId, id }) => advanceClockRequest(accountId, id),
};

export function readCalendarRequest(accountId: number, sourceId: number, at: Date): JobRequest {
  const key = `read-calendar:${accountId}:${sourceId}:${at.toISOString()}`;
  return { name: 'read-calendar', key, data: { accountId, sourceId }, at };
}

export function issueDocumentsRequest(accountId: number): JobRequest {
  return { name: 'issue-documents', key: `issue-documents:${accountId}`, data: { accountId } };
}

function expireHoldRequest(accountId: number, bookingId: number, at: Date): JobRequest {
  const key = `expire-hold:${accountId}:${bookingId}:${at.toISOString()}`;
  return { name: 'expire-hold', key, data: { accountId, bookingId }, at };
}

function sendReminderRequest(accountId: number, bookingId: number, at: Date): JobRequest {
  const reminderAt = at.toISOString();
  const key = `send-reminder:${accountId}:${bookingId}:${reminderAt}`;
  return { name: 'send-reminder', key, data: { accountId, bookingId, reminderAt }, at };
}

/** The name of the job that sends messages in the turn of their account. */
export const sendingJobOf = (work: MessageWork): string => `send-next-${work.replace('_', '-')}`;

/**
 * The key is the same as in the versions that had other jobs for messages, so that no message has two jobs.
 *
 * @param at the time of a retry; now by default
 */
export function sendMessageRequest(work: MessageWork, accountId: number, messageId: number, at?: Date): JobRequest {
  const key = `send-message:${accountId}:${messageId}${at ? `:${at.toISOString()}` : ''}`;
  return { name: sendingJobOf(work), key, data: { accountId, messageId }, ...(at && { at }) };
}

function composeMessagesRequest(accountId: number, requestId: number): JobRequest {
  return {
    name: 'compose-messages',
    key: `compose-messages:${accountId}:${requestId}`,
    data: { accountId, requestId },
  };
}

/** @param version the `updatedAt` of the template: each version is applied by a job of its own */
function applyTemplateRequest(accountId: number, templateId: number, version: Date): JobRequest {
  const key = `apply-template:${accountId}:${templateId}:${version.toISOString()}`;
  return { name: 'apply-template', key, data: { accountId, templateId } };
}

export function sendTemplateRequest(accountId: number, plannedId: number, at: Date): JobRequest {
  return { name: 'send-template', key: `send-template:${accountId}:${plannedId}`, data: { accountId, plannedId }, at };
}

function erasePersonRequest(accountId: number, erasureId: number): JobRequest {
  return { name: 'erase-person', key: `erase-person:${accountId}:${erasureId}`, data: { accountId, erasureId } };
}

function createOccurrencesRequest(
  accountId: number,
  recurrenceId: number,
  actor: Actor = { kind: 'background' },
): JobRequest {
  const key = `create-occurrences:${accountId}:${recurrenceId}`;
  return { name: 'create-occurrences', key, data: { accountId, recurrenceId, actor } };
}

export function checkWaitlistRequest(accountId: number, at: Date): JobRequest {
  return { name: 'check-waitlist', key: `check-waitlist:${accountId}:${at.toISOString()}`, data: { accountId }, at };
}

function expireWaitlistEntryRequest(accountId: number, entryId: number, at: Date): JobRequest {
  const key = `expire-waitlist-entry:${accountId}:${entryId}:${at.toISOString()}`;
  return { name: 'expire-waitlist-entry', key, data: { accountId, entryId }, at };
}

export function offerWaitlistRequest(accountId: number, openingId: number): JobRequest {
  return { name: 'offer-waitlist', key: `offer-waitlist:${accountId}:${openingId}`, data: { accountId, openingId } };
}

/** In milliseconds. Retries are rounded up to this, so that one job makes those due at about the same time. */
const retryGranularity = 250;

/** @param at the time of a retry; now by default */
export function deliverWebHookRequest(accountId: number, webHookId: number, at?: Date): JobRequest {
  const when = at && new Date(Math.ceil(at.getTime() / retryGranularity) * retryGranularity);
  return {
    name: 'deliver-web-hook',
    key: `deliver-web-hook:${accountId}:${webHookId}:${when?.toISOString() ?? 'now'}`,
    data: { accountId, webHookId },
    ...(when && { at: when }),
  };
}

/** Like a delivery: a job that waits for a retry does not take the key of one that is due now. */
export function writeCalendarRequest(accountId: number, sourceId: number, at?: Date): JobRequest {
  const when = at && new Date(Math.ceil(at.getTime() / retryGranularity) * retryGranularity);
  return {
    name: 'write-calendar',
    key: `write-calendar:${accountId}:${sourceId}:${when?.toISOString() ?? 'now'}`,
    data: { accountId, sourceId },
    ...(when && { at: when }),
  };
}

/** @param target the offset to reach. Each advance of an account has another, because a clock never goes back. */
function advanceClockRequest(accountId: number, target: number): JobRequest {
  return { name: 'advance-clock', key: `advance-clock:${accountId}:${target}`, data: { accountId, target } };
}
