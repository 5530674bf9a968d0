import {
  type ClaimedTarget,
  claimTarget,
  findNextWrite,
  nextDueEntry,
  releaseTarget,
} from '../domain/calendar-target/claim-target.actions.js';
import { markEntries } from '../domain/calendar-target/mark-entries.actions.js';
import { addPlannedEntries } from '../domain/calendar-target/planned-entries.actions.js';
import { type EntryWriteOptions, writeEntry } from '../domain/calendar-target/write-entry.actions.js';
import type { RequestContext } from '../domain/context.js';
import type { RecordedChange } from '../outbox/recorded-change.js';
import { contextOf, type JobContext } from './job-context.js';
import type { JobDefinition, RunningJob } from './job-queue.js';
import { writeCalendarRequest } from './work-requests.js';

interface TargetReference {
  accountId: number;
  sourceId: number;
}

/** Marks the entries of calendars that a change concerns, and enqueues the jobs that write them. Idempotent. */
export async function enqueueEntries({ database, clock, enqueue }: JobContext, change: RecordedChange): Promise<void> {
  const { accountId } = change;
  const sourceIds = await markEntries({ db: database.account(accountId), serverClock: clock }, change);
  for (const sourceId of new Set(sourceIds)) await enqueue(writeCalendarRequest(accountId, sourceId));
}

/** In milliseconds. A job starts no attempt after this, so that other calendars of its account are written. */
const maxDuration = 20_000;

/**
 * Writes the due entries of one calendar, one after the other. The entries are stored in the database; a job only starts to
 * write them. Without the claim of the calendar, which another process has, it only requests the next job.
 */
export function writeCalendarJob(context: JobContext): JobDefinition<TargetReference> {
  const { database, clock, enqueue, webHooks } = context;
  return {
    name: 'write-calendar',
    lockSeconds: 60,
    maxAttempts: 5,
    // A slow server costs a socket. An account has only a few of them at a time.
    concurrency: 200,
    run: async ({ accountId, sourceId }, job) => {
      const ofAccount = await contextOf(context, accountId);
      const target = await claimTarget(ofAccount, sourceId);
      if (!target) return;
      await writeEntries(ofAccount, target, webHooks, job).finally(() => releaseTarget(ofAccount, target));
    },
    // An entry that became due while this job was ending has no job, because the key was taken.
    afterSuccess: async ({ accountId, sourceId }) => {
      const at = await findNextWrite({ db: database.account(accountId), serverClock: clock }, sourceId);
      if (at) await enqueue(writeCalendarRequest(accountId, sourceId, at));
    },
  };
}

async function writeEntries(
  context: RequestContext,
  target: ClaimedTarget,
  options: EntryWriteOptions,
  job: RunningJob,
): Promise<void> {
  const endsAt = performance.now() + maxDuration;
  let mayBePlanned = target.plansEntriesSince;
  while (performance.now() < endsAt && !job.isStopping()) {
    const due = await nextDueEntry(context, target);
    if (due) {
      if (!(await writeEntry(context, target, due, options))) return;
    } else if (mayBePlanned !== null) {
      const isMore = await addPlannedEntries(context, target, mayBePlanned);
      if (!isMore) mayBePlanned = null;
    } else return;
  }
}
