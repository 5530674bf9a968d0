import type { JobDefinition } from './job-queue.js';

export interface SendMessageTools {
  /** Sends a message unless it has been; fails when it is to be tried again. */
  sendMessage(accountId: number, messageId: number): Promise<void>;
}

/** Due when a message was written (contract of messages to people). */
export function sendMessageJob({
  sendMessage,
}: SendMessageTools): JobDefinition<{ accountId: number; messageId: number }> {
  return {
    name: 'send-message',
    lockSeconds: 120,
    // More than a message is tried: what else may fail, such as the database, does not end it.
    tries: 12,
    firstPause: 15,
    run: ({ accountId, messageId }) => sendMessage(accountId, messageId),
  };
}
