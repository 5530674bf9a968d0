import { setTimeout as pass } from 'node:timers/promises';
import { moveClock } from '../domain/account/test-clock.actions.js';
import { findDueWork, findTimedWork } from '../domain/work.queries.js';
import type { Work } from '../domain/work.rules.js';
import { readAccountBacklog } from '../outbox/backlog.js';
import { contextOf, type JobContext } from './job-context.js';
import type { JobDefinition, RunningJob } from './job-queue.js';
import { requestOf } from './work-requests.js';

interface Advance {
  accountId: number;
  /** The offset of the clock that is to be reached, in seconds. */
  target: number;
}

/** In milliseconds. How long to wait for the relay at each instant. */
const relayTimeout = 10_000;
const relayPause = 50;
/** In milliseconds. How often the job renews its lock. */
const touchInterval = 5_000;
const batchSize = 100;
const dayInMilliseconds = 86_400_000;
/** Jobs to enqueue for the day after an advance. `resume-stuck-work` finds the rest. */
const maxUpcoming = 10_000;

/**
 * Advances the clock of a sandbox from instant to instant, and does the work that is due at each, so that everything
 * happens in order and on time. The clock is in the database: another run continues where a killed one ended, and two
 * runs at the same time do no harm, because all work is idempotent.
 */
export const advanceClockJob = (context: JobContext): JobDefinition<Advance> => ({
  name: 'advance-clock',
  lockSeconds: 20,
  maxAttempts: 20,
  concurrency: 2,
  run: async ({ accountId }, job) => {
    const running = withRareTouch(job);
    do await doAllDue(context, accountId, running);
    while (await moveClock(await contextOf(context, accountId)));
    const { db, clock } = await contextOf(context, accountId);
    const now = clock.now();
    const upcoming = await findTimedWork(db, now, new Date(now.getTime() + dayInMilliseconds), maxUpcoming);
    for (const work of upcoming) await context.enqueue(requestOf(work));
  },
});

/**
 * Does all work that is due, and the work that it causes, until none is left. Work that fails twice is left to its own
 * job, which retries it.
 *
 * @throws Error if the worker stops; the job then continues elsewhere
 */
async function doAllDue(context: JobContext, accountId: number, job: RunningJob): Promise<void> {
  const done = new Set<string>();
  for (let waited = 0; ; ) {
    if (job.isStopping()) throw new Error('the worker stops');
    await job.touch();
    const found = await findDueWork(await contextOf(context, accountId), batchSize + done.size);
    const due = found.filter((work) => !done.has(keyOf(work)));
    for (const work of due) {
      done.add(keyOf(work));
      const request = requestOf(work);
      // Retries at once, in case the failure was temporary: later, the clock would have moved on.
      await context.run(request, job).catch(() => context.run(request, job).catch(() => {}));
      await job.touch();
    }
    if (due.length > 0) continue;
    if (waited >= relayTimeout || !(await hasUnrelayedChanges(context, accountId))) return;
    await pass(relayPause);
    waited += relayPause;
  }
}

const keyOf = ({ kind, id, dueAt }: Work): string => `${kind}:${id}:${dueAt.getTime()}`;

/** Whether the relay has yet to handle changes of the account, which may cause work. */
async function hasUnrelayedChanges({ database, clock }: JobContext, accountId: number): Promise<boolean> {
  return (await readAccountBacklog(database.account(accountId), clock.now())).changes > 0;
}

function withRareTouch(job: RunningJob): RunningJob {
  let touchedAt = performance.now();
  return {
    isStopping: () => job.isStopping(),
    touch: async () => {
      if (performance.now() - touchedAt < touchInterval) return;
      touchedAt = performance.now();
      await job.touch();
    },
  };
}
