import type { JobDefinition, JobRequest } from './job-queue.js';

interface MessageReference {
  accountId: number;
  messageId: number;
}

export interface SendMessageTools {
  /** Sends a message unless it has been; fails when it is to be tried again. */
  sendMessage(accountId: number, messageId: number): Promise<void>;
}

/** A request to send a message; while it is tried there is one. */
export function sendMessageRequest(message: MessageReference): JobRequest {
  return { name: 'send-message', key: `send-message:${message.accountId}:${message.messageId}`, data: message };
}

/** Due when a message was written (contract of messages to people). */
export function sendMessageJob({ sendMessage }: SendMessageTools): JobDefinition<MessageReference> {
  return {
    name: 'send-message',
    lockSeconds: 120,
    // More than a message is tried: what else may fail, such as the database, does not end it.
    tries: 12,
    firstPause: 15,
    run: ({ accountId, messageId }) => sendMessage(accountId, messageId),
  };
}
