import type { MessageChannel } from '../domain/messaging/delivery/message.entity.js';
import type { JobDefinition, JobQueue, JobRequest } from './job-queue.js';

interface MessageReference {
  accountId: number;
  messageId: number;
}

export interface SendMessageHandlers {
  /** Sends a message unless it was sent. Throws if it is to be retried. */
  sendMessage(accountId: number, messageId: number): Promise<void>;
  /** Returns undefined if the message is deleted. */
  findMessageChannel(accountId: number, messageId: number): Promise<MessageChannel | undefined>;
}

/** Messages of a channel that one process sends at a time. */
export const placesPerChannel = 10;

/** The key is the same for all channels and as in the versions that had one job for them, so that no message has two jobs. */
export function sendMessageRequest(message: MessageReference, channel: MessageChannel): JobRequest {
  return { name: `send-${channel}`, key: `send-message:${message.accountId}:${message.messageId}`, data: message };
}

/**
 * Sends a message of a channel after it was composed (contract of messages to people). Each channel has a job, and
 * thereby places, of its own: a mail server that hangs must not delay SMS.
 */
export function sendMessageJob(
  { sendMessage }: SendMessageHandlers,
  channel: MessageChannel,
): JobDefinition<MessageReference> {
  return {
    name: `send-${channel}`,
    lockSeconds: 120,
    // More than the attempts of a message: other failures, such as of the database, must not end the job before.
    maxAttempts: 12,
    retryDelaySeconds: 15,
    concurrency: placesPerChannel,
    run: ({ accountId, messageId }) => sendMessage(accountId, messageId),
  };
}

/**
 * Replaces a job of earlier versions, which had one for all channels, by that of the message's channel. Such a job may be
 * stored at an upgrade, or be restarted later.
 */
export function passMessageOnJob(
  { findMessageChannel }: SendMessageHandlers,
  enqueue: JobQueue['enqueue'],
): JobDefinition<MessageReference> {
  return {
    name: 'send-message',
    lockSeconds: 30,
    maxAttempts: 12,
    run: async () => {},
    // The other job has the same key, which is free only now. If this fails, `resume-stuck-work` enqueues it.
    afterSuccess: async (message) => {
      const channel = await findMessageChannel(message.accountId, message.messageId);
      if (channel) await enqueue(sendMessageRequest(message, channel));
    },
  };
}
