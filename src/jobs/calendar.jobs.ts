import {
  claimSource,
  findNextRead,
  readClaimedSource,
} from '../domain/calendar-source/read-calendar-source.actions.js';
import { contextOf, type JobContext } from './job-context.js';
import type { JobDefinition } from './job-queue.js';
import { readCalendarRequest } from './work-requests.js';

interface SourceReference {
  accountId: number;
  sourceId: number;
}

/**
 * Reads a calendar of another program, and requests the next read. The job that another process does already, or that its
 * account has no turn for, only requests the next one.
 */
export function readCalendarJob(context: JobContext): JobDefinition<SourceReference> {
  const { allowPrivate } = context.webHooks;
  return {
    name: 'read-calendar',
    lockSeconds: 120,
    maxAttempts: 5,
    // A slow server costs a socket, and memory for its file. An account has only a few of them at a time.
    concurrency: 40,
    run: async ({ accountId, sourceId }) => {
      const ofAccount = await contextOf(context, accountId);
      const claimed = await claimSource(ofAccount, sourceId);
      if (claimed) await readClaimedSource(ofAccount, claimed, { allowPrivate });
      const next = await findNextRead(ofAccount, sourceId);
      if (next) await context.enqueue(readCalendarRequest(accountId, sourceId, next));
    },
  };
}
