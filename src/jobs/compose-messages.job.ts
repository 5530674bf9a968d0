import type { JobDefinition, JobRequest } from './job-queue.js';

interface MessageRequestReference {
  accountId: number;
  requestId: number;
}

export interface ComposeMessagesTools {
  /** Makes the messages that a step of a booking has asked for, unless they are made. */
  composeMessages(accountId: number, requestId: number): Promise<void>;
}

export function composeMessagesRequest(request: MessageRequestReference): JobRequest {
  return { name: 'compose-messages', key: `compose-messages:${request.accountId}:${request.requestId}`, data: request };
}

/** Due when a step of a booking has something to tell (contract of messages to people). */
export function composeMessagesJob({ composeMessages }: ComposeMessagesTools): JobDefinition<MessageRequestReference> {
  return {
    name: 'compose-messages',
    lockSeconds: 30,
    tries: 12,
    // What is filled in is bounded in time, but nothing else runs meanwhile.
    concurrency: 2,
    run: ({ accountId, requestId }) => composeMessages(accountId, requestId),
  };
}
