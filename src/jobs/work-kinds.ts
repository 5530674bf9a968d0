import { holdStates } from '../domain/booking-states.js';
import { MessageChannel } from '../domain/messaging/delivery/message.entity.js';
import type { StuckWork, WorkKind } from '../domain/stuck-work.queries.js';
import type { ObjectType } from '../outbox/change-records.js';
import type { RecordedChange } from '../outbox/recorded-change.js';
import { type AdvanceClockHandlers, advanceClockJob, advanceClockRequest, type WorkDoer } from './advance-clock.job.js';
import { type CheckWaitlistHandlers, checkWaitlistJob, checkWaitlistRequest } from './check-waitlist.job.js';
import { type ComposeMessagesHandlers, composeMessagesJob, composeMessagesRequest } from './compose-messages.job.js';
import {
  type CreateOccurrencesHandlers,
  createOccurrencesJob,
  createOccurrencesRequest,
} from './create-occurrences.job.js';
import { type DeliverWebHookHandlers, deliverWebHookJob, deliverWebHookRequest } from './deliver-web-hook.job.js';
import { type ExpireHoldHandlers, expireHoldJob, expireHoldRequest } from './expire-hold.job.js';
import {
  type ExpireWaitlistEntryHandlers,
  expireWaitlistEntryJob,
  expireWaitlistEntryRequest,
} from './expire-waitlist-entry.job.js';
import type { JobDefinition, JobQueue, JobRequest } from './job-queue.js';
import { type OfferWaitlistHandlers, offerWaitlistJob, offerWaitlistRequest } from './offer-waitlist.job.js';
import { type SendMessageHandlers, sendMessageJob, sendMessageRequest } from './send-message.job.js';
import { type SendReminderHandlers, sendReminderJob, sendReminderRequest } from './send-reminder.job.js';
import {
  applyTemplateJob,
  applyTemplateRequest,
  type SendTemplateHandlers,
  sendTemplateJob,
  sendTemplateRequest,
} from './send-template.job.js';

export type WorkHandlers = AdvanceClockHandlers &
  CheckWaitlistHandlers &
  ComposeMessagesHandlers &
  CreateOccurrencesHandlers &
  DeliverWebHookHandlers &
  ExpireHoldHandlers &
  ExpireWaitlistEntryHandlers &
  OfferWaitlistHandlers &
  SendMessageHandlers &
  SendReminderHandlers &
  SendTemplateHandlers;

/** The jobs and the queries of one kind of background work. */
interface WorkDefinition {
  /** Defines the job: its name and its handler. */
  job(handlers: WorkHandlers, enqueue: JobQueue['enqueue']): JobDefinition;
  /** By the type of the changed object: returns the job that a change causes, if any. */
  causedBy?: Partial<Record<ObjectType, (change: RecordedChange) => JobRequest | undefined>>;
  /** Returns the job that resumes stuck work. It has the key of the job that the change caused. */
  resume(work: StuckWork): JobRequest;
}

const holds = new Set<unknown>(holdStates);

/**
 * All kinds of background work that must survive the loss of a job. `findStuckWork` has a finder for each. Keys of jobs
 * identify the work, so that enqueueing a job twice adds nothing.
 */
export const workKinds: Readonly<Record<WorkKind, WorkDefinition>> = {
  hold: {
    job: expireHoldJob,
    causedBy: {
      booking: ({ accountId, objectId, snapshot: { state, expiresAt } }) =>
        holds.has(state) && typeof expiresAt === 'string'
          ? expireHoldRequest({ accountId, bookingId: objectId }, new Date(expiresAt))
          : undefined,
    },
    resume: ({ accountId, id, dueAt }) => expireHoldRequest({ accountId, bookingId: id }, dueAt),
  },
  reminder: {
    job: sendReminderJob,
    causedBy: {
      booking: ({ accountId, objectId, snapshot: { reminderAt, remindedAt, updatedAt } }) =>
        typeof reminderAt === 'string' && remindedAt === null && reminderAt > String(updatedAt)
          ? sendReminderRequest({ accountId, bookingId: objectId, reminderAt })
          : undefined,
    },
    resume: ({ accountId, id, dueAt }) =>
      sendReminderRequest({ accountId, bookingId: id, reminderAt: dueAt.toISOString() }),
  },
  email: sending(MessageChannel.EMAIL),
  sms: sending(MessageChannel.SMS),
  message_request: {
    job: composeMessagesJob,
    causedBy: {
      message_request: ({ accountId, name, objectId }) =>
        name === 'message_request.created' ? composeMessagesRequest({ accountId, requestId: objectId }) : undefined,
    },
    resume: ({ accountId, id }) => composeMessagesRequest({ accountId, requestId: id }),
  },
  message_template: {
    job: applyTemplateJob,
    causedBy: {
      message_template: ({ accountId, objectId, snapshot: { active, updatedAt } }) =>
        active === true ? applyTemplateRequest({ accountId, templateId: objectId }, String(updatedAt)) : undefined,
    },
    resume: ({ accountId, id, dueAt }) => applyTemplateRequest({ accountId, templateId: id }, dueAt.toISOString()),
  },
  planned_message: {
    job: sendTemplateJob,
    // Caused by `planMessages` and by the job of the template, which store the planned messages first.
    resume: ({ accountId, id, dueAt }) => sendTemplateRequest({ accountId, plannedId: id }, dueAt),
  },
  recurrence: {
    job: createOccurrencesJob,
    causedBy: {
      recurrence: ({ accountId, name, objectId, actor }) =>
        name === 'recurrence.created'
          ? createOccurrencesRequest({ accountId, recurrenceId: objectId, actor })
          : undefined,
    },
    resume: ({ accountId, id }) =>
      createOccurrencesRequest({ accountId, recurrenceId: id, actor: { kind: 'background' } }),
  },
  waitlist_check: {
    job: checkWaitlistJob,
    // Planned by the check before it, or when an entry or the bookable times change.
    resume: ({ accountId, dueAt }) => checkWaitlistRequest({ accountId }, dueAt),
  },
  waitlist_entry: {
    job: expireWaitlistEntryJob,
    causedBy: {
      waitlist_entry: ({ accountId, objectId, snapshot: { state, to } }) =>
        state === 'waiting' && typeof to === 'string'
          ? expireWaitlistEntryRequest({ accountId, entryId: objectId }, new Date(to))
          : undefined,
    },
    resume: ({ accountId, id, dueAt }) => expireWaitlistEntryRequest({ accountId, entryId: id }, dueAt),
  },
  waitlist_opening: {
    job: offerWaitlistJob,
    // Caused by `enqueueOffers` and by the check of the waitlist, which store the opening first.
    resume: ({ accountId, id }) => offerWaitlistRequest({ accountId, openingId: id }),
  },
  web_hook: {
    job: deliverWebHookJob,
    causedBy: {
      web_hook_delivery: ({ accountId, snapshot: { webHookId } }) =>
        deliverWebHookRequest({ accountId, webHookId: Number(webHookId) }),
    },
    resume: ({ accountId, id }) => deliverWebHookRequest({ accountId, webHookId: id }),
  },
  test_clock: {
    job: (handlers, enqueue) => advanceClockJob(handlers, workDoer(handlers, enqueue)),
    causedBy: {
      account: ({ accountId, snapshot: { clockTarget } }) =>
        typeof clockTarget === 'number' ? advanceClockRequest({ accountId, target: clockTarget }) : undefined,
    },
    resume: ({ accountId, id }) => advanceClockRequest({ accountId, target: id }),
  },
};

function sending(channel: MessageChannel): WorkDefinition {
  return {
    job: (handlers) => sendMessageJob(handlers, channel),
    causedBy: {
      message: ({ accountId, name, objectId, snapshot }) =>
        name === 'message.queued' && snapshot['channel'] === channel
          ? sendMessageRequest({ accountId, messageId: objectId }, channel)
          : undefined,
    },
    resume: ({ accountId, id }) => sendMessageRequest({ accountId, messageId: id }, channel),
  };
}

/** Returns functions that do stuck work at once as part of another job, or enqueue its own job. */
function workDoer(handlers: WorkHandlers, enqueue: JobQueue['enqueue']): WorkDoer {
  return {
    run: async (work, job) => {
      const { data } = workKinds[work.kind].resume(work);
      await workKinds[work.kind].job(handlers, enqueue).run(data, job);
    },
    enqueue: (work) => enqueue(workKinds[work.kind].resume(work)),
  };
}
