import { BookingState } from '../domain/booking-states.js';
import type { PlannedMessage } from '../domain/messaging/composing/planned-messages.actions.js';
import type { RecordedChange } from '../outbox/recorded-change.js';
import type { JobDefinition, JobQueue, JobRequest } from './job-queue.js';

interface TemplateReference {
  accountId: number;
  templateId: number;
}

interface PlannedMessageReference {
  accountId: number;
  plannedId: number;
}

export interface SendTemplateHandlers {
  /** Stores and returns the messages that the active templates plan for a booking in its current state. */
  planTemplates(accountId: number, bookingId: number): Promise<PlannedMessage[]>;
  /** Stores the messages that a template in its current state plans for all bookings, and returns them in batches. */
  applyTemplate(accountId: number, templateId: number): Promise<AsyncIterable<PlannedMessage[]>>;
  /** Sends a planned message. Does nothing if it was sent, or if the booking or template changed so that it is not due. */
  sendTemplate(accountId: number, plannedId: number): Promise<void>;
}

/** Plans the messages of a changed booking and enqueues the jobs that send them (contract of message templates). */
export async function planMessages(
  { accountId, objectType, objectId, snapshot: { addsMessages, state } }: RecordedChange,
  queue: Pick<JobQueue, 'enqueue'>,
  { planTemplates }: Pick<SendTemplateHandlers, 'planTemplates'>,
): Promise<void> {
  if (objectType !== 'booking' || addsMessages !== true || state !== BookingState.CONFIRMED) return;
  await enqueueAll(accountId, await planTemplates(accountId, objectId), (job) => queue.enqueue(job));
}

async function enqueueAll(
  accountId: number,
  planned: readonly PlannedMessage[],
  enqueue: JobQueue['enqueue'],
): Promise<void> {
  for (const { id, dueAt } of planned) await enqueue(sendTemplateRequest({ accountId, plannedId: id }, dueAt));
}

export function sendTemplateRequest(planned: PlannedMessageReference, dueAt: Date): JobRequest {
  const key = `send-template:${planned.accountId}:${planned.plannedId}`;
  return { name: 'send-template', key, data: planned, at: dueAt };
}

/** Runs when a planned message is due. */
export function sendTemplateJob({ sendTemplate }: SendTemplateHandlers): JobDefinition<PlannedMessageReference> {
  return {
    name: 'send-template',
    onAccountClock: true,
    lockSeconds: 30,
    maxAttempts: 12,
    concurrency: 2,
    run: ({ accountId, plannedId }) => sendTemplate(accountId, plannedId),
  };
}

/** @param version the `updatedAt` of the template: each version is applied by a job of its own */
export function applyTemplateRequest(template: TemplateReference, version: string): JobRequest {
  const key = `apply-template:${template.accountId}:${template.templateId}:${version}`;
  return { name: 'apply-template', key, data: template };
}

/** Runs after a template was created or changed. */
export function applyTemplateJob(
  { applyTemplate }: SendTemplateHandlers,
  enqueue: JobQueue['enqueue'],
): JobDefinition<TemplateReference> {
  return {
    name: 'apply-template',
    lockSeconds: 30,
    maxAttempts: 12,
    concurrency: 2,
    run: async ({ accountId, templateId }, job) => {
      for await (const batch of await applyTemplate(accountId, templateId)) {
        await enqueueAll(accountId, batch, enqueue);
        await job.touch();
      }
    },
  };
}
