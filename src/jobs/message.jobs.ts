import { BookingState } from '../domain/booking-states.js';
import { readPdf } from '../domain/document/document-files.queries.js';
import { composeMessages, sendReminder } from '../domain/messaging/composing/compose-messages.actions.js';
import {
  applyTemplate,
  type PlannedMessage,
  planTemplates,
  sendTemplate,
} from '../domain/messaging/composing/planned-messages.actions.js';
import { findMessageWork, sendMessage } from '../domain/messaging/delivery/message-delivery.actions.js';
import { findAccountsWithHeldMessages, releaseMessages } from '../domain/messaging/delivery/message-quota.actions.js';
import { MessageTurns } from '../domain/messaging/delivery/message-turns.actions.js';
import { DeliveryError } from '../domain/messaging/delivery/senders.js';
import type { MessageWork } from '../domain/work.rules.js';
import type { RecordedChange } from '../outbox/recorded-change.js';
import { contextOf, type JobContext } from './job-context.js';
import { type JobDefinition, RescheduledError } from './job-queue.js';
import { sendingJobOf, sendMessageRequest, sendTemplateRequest } from './work-requests.js';

/** Composes the messages that a change of a booking requested (contract of messages to people). */
export const composeMessagesJob = (context: JobContext): JobDefinition<{ accountId: number; requestId: number }> => ({
  name: 'compose-messages',
  lockSeconds: 30,
  maxAttempts: 12,
  // Rendering a template blocks the event loop, though for a bounded time.
  concurrency: 2,
  run: async ({ accountId, requestId }) => {
    const planned = await composeMessages(await contextOf(context, accountId), requestId);
    await enqueueAll(context, accountId, planned);
  },
});

interface MessageReference {
  accountId: number;
  messageId: number;
}

/** The number of messages of one channel that a process sends at a time: those that are urgent, and others. */
export const channelConcurrency = 10;
const urgentConcurrency = 5;

/**
 * Sends a message after it was composed (contract of messages to people). Each channel has jobs of its own, and so a
 * concurrency of its own: a mail server that hangs must not delay SMS. So have urgent messages, which wait for no others.
 *
 * The job of a message only starts the sending of one that is due. Which one follows from the turns of the accounts: jobs run
 * in the order in which they were stored, so those of an account with many messages would delay those of the others.
 */
export const sendMessageJob =
  (work: MessageWork) =>
  (context: JobContext): JobDefinition<MessageReference> => {
    const turns = new MessageTurns(context.database, context.clock, work);
    return {
      name: sendingJobOf(work),
      lockSeconds: 120,
      maxAttempts: 12,
      retryDelaySeconds: 15,
      concurrency: work === 'email' || work === 'sms' ? channelConcurrency : urgentConcurrency,
      run: async (requested) => {
        const { account } = await contextOf(context, requested.accountId);
        // The messages of a sandbox are not sent, so they wait for no turn.
        const turn = account.sandbox ? requested : await turns.next();
        if (turn) await send(context, work, turn);
      },
    };
  };

/** @throws RescheduledError if the message was not accepted, and is retried */
async function send(context: JobContext, work: MessageWork, { accountId, messageId }: MessageReference): Promise<void> {
  const { database, senders, messagesPerDay } = context;
  const ofAccount = await contextOf(context, accountId);
  try {
    const outcome = await sendMessage(ofAccount, messageId, senders, messagesPerDay, readPdf);
    if (outcome === 'held') database.usage.add(accountId, 'heldMessages');
    if (outcome === 'sent') database.usage.add(accountId, work.endsWith('sms') ? 'sms' : 'emails');
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    const next = await findMessageWork(ofAccount, messageId);
    if (next?.at) await context.enqueue(sendMessageRequest(work, accountId, messageId, next.at));
    throw new RescheduledError(error.message);
  }
}

/** Enqueues the messages that waited for the quota of another day, oldest first. */
export const releaseMessagesJob = (context: JobContext): JobDefinition => ({
  name: 'release-messages',
  lockSeconds: 60,
  maxAttempts: 3,
  every: '1 minute',
  run: async (_, job) => {
    const { database, enqueue, messagesPerDay } = context;
    if (!messagesPerDay) return;
    for (const accountId of await findAccountsWithHeldMessages(database)) {
      const released = await releaseMessages(await contextOf(context, accountId), messagesPerDay);
      // A job that is not stored is enqueued by `resume-stuck-work`.
      for (const { id, work } of released) await enqueue(sendMessageRequest(work, accountId, id));
      await job.touch();
    }
  },
});

/**
 * Replaces a job of an earlier version, which sent the message of the job, by that of the message's channel and urgency. Such
 * jobs may be stored at an upgrade, or be restarted later.
 */
export const passMessageOnJob =
  (name: 'send-message' | 'send-email' | 'send-sms') =>
  (context: JobContext): JobDefinition<MessageReference> => ({
    name,
    lockSeconds: 30,
    maxAttempts: 12,
    run: async () => {},
    // The other job has the same key, which is free only now. If this fails, `resume-stuck-work` enqueues it.
    afterSuccess: async ({ accountId, messageId }) => {
      const found = await findMessageWork(await contextOf(context, accountId), messageId);
      if (found) await context.enqueue(sendMessageRequest(found.work, accountId, messageId));
    },
  });

interface Reminder {
  accountId: number;
  bookingId: number;
  /** ISO 8601 in UTC. */
  reminderAt: string;
}

/** Runs at the `reminder_at` of a booking (spec, Bookings). */
export const sendReminderJob = (context: JobContext): JobDefinition<Reminder> => ({
  name: 'send-reminder',
  onAccountClock: true,
  lockSeconds: 30,
  maxAttempts: 12,
  concurrency: 2,
  run: async ({ accountId, bookingId, reminderAt }) =>
    sendReminder(await contextOf(context, accountId), bookingId, reminderAt),
});

/** Plans the messages of a changed booking and enqueues the jobs that send them (contract of message templates). */
export async function planMessages(
  context: JobContext,
  { accountId, objectType, objectId, snapshot: { addsMessages, state } }: RecordedChange,
): Promise<void> {
  if (objectType !== 'booking' || addsMessages !== true || state !== BookingState.CONFIRMED) return;
  await enqueueAll(context, accountId, await planTemplates(await contextOf(context, accountId), objectId));
}

async function enqueueAll(
  { enqueue }: JobContext,
  accountId: number,
  planned: readonly PlannedMessage[],
): Promise<void> {
  for (const { id, dueAt } of planned) await enqueue(sendTemplateRequest(accountId, id, dueAt));
}

/** Runs when a planned message is due. */
export const sendTemplateJob = (context: JobContext): JobDefinition<{ accountId: number; plannedId: number }> => ({
  name: 'send-template',
  onAccountClock: true,
  lockSeconds: 30,
  maxAttempts: 12,
  concurrency: 2,
  run: async ({ accountId, plannedId }) => sendTemplate(await contextOf(context, accountId), plannedId),
});

/** Runs after a template was created or changed. */
export const applyTemplateJob = (context: JobContext): JobDefinition<{ accountId: number; templateId: number }> => ({
  name: 'apply-template',
  lockSeconds: 30,
  maxAttempts: 12,
  concurrency: 2,
  run: async ({ accountId, templateId }, job) => {
    for await (const batch of applyTemplate(await contextOf(context, accountId), templateId)) {
      await enqueueAll(context, accountId, batch);
      await job.touch();
    }
  },
});
