import type { JobDefinition, JobRequest } from './job-queue.js';

/** A message template that is due for a booking. */
export interface DueTemplate {
  accountId: number;
  bookingId: number;
  templateId: number;
  /** ISO 8601 in UTC. */
  at: string;
}

export interface SendTemplateTools {
  /** The templates that a booking, as it is now, is to send, and when. */
  planTemplates(accountId: number, bookingId: number): Promise<DueTemplate[]>;
  /** Sends a template, unless that was done, or the booking or the template has changed so that it is not due. */
  sendTemplate(due: DueTemplate): Promise<void>;
}

/** Finds what a changed booking is to send, and when (contract of message templates). */
export function planTemplatesJob(
  { planTemplates }: SendTemplateTools,
  enqueue: (job: JobRequest) => Promise<void>,
): JobDefinition<{ accountId: number; bookingId: number }> {
  return {
    name: 'plan-templates',
    lockSeconds: 30,
    tries: 12,
    run: async ({ accountId, bookingId }) => {
      for (const due of await planTemplates(accountId, bookingId)) await enqueue(templateRequest(due));
    },
  };
}

function templateRequest(due: DueTemplate): JobRequest {
  const { accountId, bookingId, templateId, at } = due;
  return {
    name: 'send-template',
    key: `send-template:${accountId}:${bookingId}:${templateId}:${at}`,
    data: due,
    at: new Date(at),
  };
}

/** Due at the time that was planned. */
export function sendTemplateJob({ sendTemplate }: SendTemplateTools): JobDefinition<DueTemplate> {
  return { name: 'send-template', lockSeconds: 30, tries: 12, concurrency: 2, run: sendTemplate };
}
