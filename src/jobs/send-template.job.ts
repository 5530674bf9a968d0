import { BookingState } from '../domain/booking-states.js';
import {
  applyTemplate,
  type PlannedMessage,
  planTemplates,
} from '../domain/messaging/composing/planned-messages.actions.js';
import { sendTemplate } from '../domain/messaging/composing/send-template.actions.js';
import type { RecordedChange } from '../outbox/recorded-change.js';
import { contextOf, type JobContext } from './job-context.js';
import type { JobDefinition } from './job-queue.js';
import { sendTemplateRequest } from './work-requests.js';

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
