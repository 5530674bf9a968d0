import type { MessageChannel } from '../domain/messaging/delivery/message.entity.js';
import { findMessageChannel, sendMessage } from '../domain/messaging/delivery/message-delivery.actions.js';
import { contextOf, type JobContext } from './job-context.js';
import type { JobDefinition } from './job-queue.js';
import { sendMessageRequest } from './work-requests.js';

interface MessageReference {
  accountId: number;
  messageId: number;
}

/** Messages of a channel that one process sends at a time. */
export const placesPerChannel = 10;

/**
 * Sends a message of a channel after it was composed (contract of messages to people). Each channel has a job, and
 * thereby places, of its own: a mail server that hangs must not delay SMS.
 */
export const sendMessageJob =
  (channel: MessageChannel) =>
  (context: JobContext): JobDefinition<MessageReference> => ({
    name: `send-${channel}`,
    lockSeconds: 120,
    // More than the attempts of a message: other failures, such as of the database, must not end the job before.
    maxAttempts: 12,
    retryDelaySeconds: 15,
    concurrency: placesPerChannel,
    run: async ({ accountId, messageId }) =>
      sendMessage(await contextOf(context, accountId), messageId, context.senders),
  });

/**
 * Replaces a job of earlier versions, which had one for all channels, by that of the message's channel. Such a job may be
 * stored at an upgrade, or be restarted later.
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
