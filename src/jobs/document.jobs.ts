import { hasDocumentRequests, issueRequested, requestDocuments } from '../domain/document/document-requests.actions.js';
import type { RecordedChange } from '../outbox/recorded-change.js';
import { contextOf, type JobContext } from './job-context.js';
import type { JobDefinition } from './job-queue.js';
import { issueDocumentsRequest } from './work-requests.js';

/** Stores what a change of an order may need, and enqueues the job that issues it. Idempotent. */
export async function enqueueDocuments(context: JobContext, change: RecordedChange): Promise<void> {
  if (await requestDocuments(context, change)) await context.enqueue(issueDocumentsRequest(change.accountId));
}

/** Issues the receipts and credit notes of an account, one after the other, in the order in which payments were committed. */
export const issueDocumentsJob = (context: JobContext): JobDefinition<{ accountId: number }> => ({
  name: 'issue-documents',
  lockSeconds: 60,
  maxAttempts: 12,
  concurrency: 2,
  run: async ({ accountId }, job) => issueRequested(await contextOf(context, accountId), () => job.touch()),
  // A request that came at the end of the job got no other one, because the key was taken.
  afterSuccess: async ({ accountId }) => {
    const waits = await hasDocumentRequests(await contextOf(context, accountId));
    if (waits) await context.enqueue(issueDocumentsRequest(accountId));
  },
});
