import type { JobDefinition, JobRequest } from './job-queue.js';

interface MessageReference {
  accountId: number;
  messageId: number;
}

export interface SendMessageHandlers {
  /** Sends a message unless it was sent. Throws if it is to be retried. */
  sendMessage(accountId: number, messageId: number): Promise<void>;
}

export function sendMessageRequest(message: MessageReference): JobRequest {
  return { name: 'send-message', key: `send-message:${message.accountId}:${message.messageId}`, data: message };
}

/** Sends a message after it was composed (contract of messages to people). */
export function sendMessageJob({ sendMessage }: SendMessageHandlers): JobDefinition<MessageReference> {
  return {
    name: 'send-message',
    lockSeconds: 120,
    // More than the attempts of a message: other failures, such as of the database, must not end the job before.
    maxAttempts: 12,
    retryDelaySeconds: 15,
    run: ({ accountId, messageId }) => sendMessage(accountId, messageId),
  };
}
