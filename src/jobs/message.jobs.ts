import { BookingState } from '../domain/booking-states.js';
import { composeMessages, sendReminder } from '../domain/messaging/composing/compose-messages.actions.js';
import {
  applyTemplate,
  type PlannedMessage,
  planTemplates,
  sendTemplate,
} from '../domain/messaging/composing/planned-messages.actions.js';
import { MessageChannel } from '../domain/messaging/delivery/message.entity.js';
import { findMessageChannel, sendMessage } from '../domain/messaging/delivery/message-delivery.actions.js';
import { findAccountsWithHeldMessages, releaseMessages } from '../domain/messaging/delivery/message-quota.actions.js';
import type { RecordedChange } from '../outbox/recorded-change.js';
import { contextOf, type JobContext } from './job-context.js';
import type { JobDefinition } from './job-queue.js';
import { sendMessageRequest, sendTemplateRequest } from './work-requests.js';

/** Composes the messages that a change of a booking requested (contract of messages to people). */
export const composeMessagesJob = (context: JobContext): JobDefinition<{ accountId: number; requestId: number }> => ({
  name: 'compose-messages',
  lockSeconds: 30,
  maxAttempts: 12,
  // Rendering a template blocks the event loop, though for a bounded time.
  concurrency: 2,
  run: async ({ accountId, requestId }) => composeMessages(await contextOf(context, accountId), requestId),
});

interface MessageReference {
  accountId: number;
  messageId: number;
}

/** The number of messages of one channel that a process sends at a time. */
export const channelConcurrency = 10;

/**
 * Sends a message of a channel after it was composed (contract of messages to people). Each channel has a job of its
 * own, and so a concurrency of its own: a mail server that hangs must not delay SMS.
 */
export const sendMessageJob =
  (channel: MessageChannel) =>
  (context: JobContext): JobDefinition<MessageReference> => ({
    name: `send-${channel}`,
    lockSeconds: 120,
    // More than the attempts of a message: other failures, such as of the database, must not end the job before.
    maxAttempts: 12,
    retryDelaySeconds: 15,
    concurrency: channelConcurrency,
    run: async ({ accountId, messageId }) => {
      const { database, senders, messagesPerDay } = context;
      const outcome = await sendMessage(await contextOf(context, accountId), messageId, senders, messagesPerDay);
      if (outcome === 'held') database.usage.add(accountId, 'heldMessages');
      if (outcome === 'sent') database.usage.add(accountId, channel === MessageChannel.SMS ? 'sms' : 'emails');
    },
  });

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
      // If a job is not stored, `resume-stuck-work` enqueues it.
      for (const { id, channel } of released) await enqueue(sendMessageRequest(channel, accountId, id));
      await job.touch();
    }
  },
});

/**
 * Replaces a job of an earlier version, which had one job for all channels, by the job of the message's channel. Such
 * jobs may be stored at an upgrade, or be restarted later.
 */
export const passMessageOnJob = (context: JobContext): JobDefinition<MessageReference> => ({
  name: 'send-message',
  lockSeconds: 30,
  maxAttempts: 12,
  run: async () => {},
  // The other job has the same key, which is free only now. If this fails, `resume-stuck-work` enqueues it.
  afterSuccess: async ({ accountId, messageId }) => {
    const channel = await findMessageChannel(await contextOf(context, accountId), messageId);
    if (channel) await context.enqueue(sendMessageRequest(channel, accountId, messageId));
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
