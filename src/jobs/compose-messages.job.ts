import { composeMessages } from '../domain/messaging/composing/compose-messages.actions.js';
import { contextOf, type JobContext } from './job-context.js';
import type { JobDefinition } from './job-queue.js';

/** Composes the messages that a change of a booking requested (contract of messages to people). */
export const composeMessagesJob = (context: JobContext): JobDefinition<{ accountId: number; requestId: number }> => ({
  name: 'compose-messages',
  lockSeconds: 30,
  maxAttempts: 12,
  // Rendering a template blocks the event loop, though for a bounded time.
  concurrency: 2,
  run: async ({ accountId, requestId }) => composeMessages(await contextOf(context, accountId), requestId),
});
