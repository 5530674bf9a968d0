import type { JobDefinition } from './job-queue.js';

export interface ComposeMessagesTools {
  /** Makes the messages that a step of a booking has asked for, unless they are made. */
  composeMessages(accountId: number, requestId: number): Promise<void>;
}

/** Due when a step of a booking has something to tell (contract of messages to people). */
export function composeMessagesJob({
  composeMessages,
}: ComposeMessagesTools): JobDefinition<{ accountId: number; requestId: number }> {
  return {
    name: 'compose-messages',
    lockSeconds: 30,
    tries: 12,
    // What is filled in is bounded in time, but nothing else runs meanwhile.
    concurrency: 2,
    run: ({ accountId, requestId }) => composeMessages(accountId, requestId),
  };
}
