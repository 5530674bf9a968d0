import type { PlannedMessage } from '../domain/messaging/composing/planned-messages.actions.js';
import type { RecordedChange } from '../outbox/change-log.js';
import type { JobDefinition, JobQueue, JobRequest } from './job-queue.js';

interface TemplateReference {
  accountId: number;
  templateId: number;
}

interface PlannedReference {
  accountId: number;
  plannedId: number;
}

export interface SendTemplateTools {
  /** Notes what a booking, as it is now, is to send of the templates, and gives it. */
  planTemplates(accountId: number, bookingId: number): Promise<PlannedMessage[]>;
  /** Notes what all bookings are to send of a template, as it is now, and gives it part by part. */
  applyTemplate(accountId: number, templateId: number): Promise<AsyncIterable<PlannedMessage[]>>;
  /** Sends what was planned, unless that was done, or the booking or the template has changed so that it is not due. */
  sendTemplate(accountId: number, plannedId: number): Promise<void>;
}

/** Plans what a changed booking is to send, and makes the jobs that send it (contract of message templates). */
export async function planMessages(
  { accountId, objectType, objectId, snapshot: { addsMessages, state } }: RecordedChange,
  queue: Pick<JobQueue, 'enqueue'>,
  { planTemplates }: Pick<SendTemplateTools, 'planTemplates'>,
): Promise<void> {
  if (objectType !== 'booking' || addsMessages !== true || state !== 'confirmed') return;
  await enqueueAll(accountId, await planTemplates(accountId, objectId), (job) => queue.enqueue(job));
}

async function enqueueAll(
  accountId: number,
  planned: readonly PlannedMessage[],
  enqueue: JobQueue['enqueue'],
): Promise<void> {
  for (const { id, dueAt } of planned) await enqueue(sendTemplateRequest({ accountId, plannedId: id }, dueAt));
}

export function sendTemplateRequest(planned: PlannedReference, dueAt: Date): JobRequest {
  const key = `send-template:${planned.accountId}:${planned.plannedId}`;
  return { name: 'send-template', key, data: planned, at: dueAt };
}

/** Due at the time that was planned. */
export function sendTemplateJob({ sendTemplate }: SendTemplateTools): JobDefinition<PlannedReference> {
  return {
    name: 'send-template',
    lockSeconds: 30,
    tries: 12,
    concurrency: 2,
    run: ({ accountId, plannedId }) => sendTemplate(accountId, plannedId),
  };
}

/** Of each version of a template, by its `updatedAt`, there is one job. */
export function applyTemplateRequest(template: TemplateReference, version: string): JobRequest {
  const key = `apply-template:${template.accountId}:${template.templateId}:${version}`;
  return { name: 'apply-template', key, data: template };
}

/** Due when a template is new or has changed. */
export function applyTemplateJob(
  { applyTemplate }: SendTemplateTools,
  enqueue: JobQueue['enqueue'],
): JobDefinition<TemplateReference> {
  return {
    name: 'apply-template',
    lockSeconds: 30,
    tries: 12,
    concurrency: 2,
    run: async ({ accountId, templateId }, job) => {
      for await (const part of await applyTemplate(accountId, templateId)) {
        await enqueueAll(accountId, part, enqueue);
        await job.touch();
      }
    },
  };
}
