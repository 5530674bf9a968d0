import type { JobDefinition, JobRequest } from './job-queue.js';

interface MessageRequestReference {
  accountId: number;
  requestId: number;
}

export interface ComposeMessagesHandlers {
  /** Creates the messages of a message request. Does nothing if they exist. */
  composeMessages(accountId: number, requestId: number): Promise<void>;
}

export function composeMessagesRequest(request: MessageRequestReference): JobRequest {
  return { name: 'compose-messages', key: `compose-messages:${request.accountId}:${request.requestId}`, data: request };
}

/** Composes the messages that a change of a booking requested (contract of messages to people). */
export function composeMessagesJob({
  composeMessages,
}: ComposeMessagesHandlers): JobDefinition<MessageRequestReference> {
  return {
    name: 'compose-messages',
    lockSeconds: 30,
    maxAttempts: 12,
    // Rendering a template blocks the event loop, though for a bounded time.
    concurrency: 2,
    run: ({ accountId, requestId }) => composeMessages(accountId, requestId),
  };
}
