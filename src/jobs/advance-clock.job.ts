import { setTimeout as pass } from 'node:timers/promises';
import type { StuckWork } from '../domain/stuck-work.queries.js';
import type { JobDefinition, JobRequest, RunningJob } from './job-queue.js';

interface Advance {
  accountId: number;
  /** The offset of the clock that is to be reached, in seconds. */
  target: number;
}

export interface AdvanceClockHandlers {
  /** Finds at most `limit` pieces of work that an account can do at the present time of its clock, in their order. */
  findDueWork(accountId: number, limit: number): Promise<StuckWork[]>;
  /** Whether the relay has yet to handle changes of the account, which may cause work. */
  hasUnrelayedChanges(accountId: number): Promise<boolean>;
  /**
   * Moves the clock of an account to the next instant at which work is due, or to its target. At the target, ends the
   * advance. Returns whether the clock was moved.
   */
  moveClock(accountId: number): Promise<boolean>;
  /** Finds the work that is due on the day after the present time of the account's clock. */
  findUpcomingWork(accountId: number): Promise<StuckWork[]>;
}

/** Does stuck work at once, or enqueues its job. */
export interface WorkDoer {
  run(work: StuckWork, job: RunningJob): Promise<void>;
  enqueue(work: StuckWork): Promise<void>;
}

/** Each advance of an account has another target, because a clock never goes back. */
export function advanceClockRequest(advance: Advance): JobRequest {
  const { accountId, target } = advance;
  return { name: 'advance-clock', key: `advance-clock:${accountId}:${target}`, data: advance };
}

/** In milliseconds. How long to wait for the relay at each instant. */
const relayPatience = 10_000;
const relayPause = 50;
/** In milliseconds. How often the job renews its lock. */
const touchInterval = 5_000;
const batchSize = 100;

/**
 * Advances the clock of a sandbox from instant to instant, and does at each what is due, so that everything happens in
 * its order and at its time. The clock is in the database: another run continues where a killed one ended, and two runs
 * at the same time do no harm, because all work is idempotent.
 */
export function advanceClockJob(handlers: AdvanceClockHandlers, doer: WorkDoer): JobDefinition<Advance> {
  return {
    name: 'advance-clock',
    lockSeconds: 20,
    maxAttempts: 20,
    concurrency: 2,
    run: async ({ accountId }, job) => {
      const running = withRareTouch(job);
      do await doAllDue(handlers, doer, accountId, running);
      while (await handlers.moveClock(accountId));
      for (const work of await handlers.findUpcomingWork(accountId)) await doer.enqueue(work);
    },
  };
}

/**
 * Does what is due and what that causes, until nothing is left. Work that fails twice is left to its own job, which
 * retries it.
 *
 * @throws Error if the worker stops; the job then continues elsewhere
 */
async function doAllDue(
  { findDueWork, hasUnrelayedChanges }: AdvanceClockHandlers,
  doer: WorkDoer,
  accountId: number,
  job: RunningJob,
): Promise<void> {
  const done = new Set<string>();
  for (let waited = 0; ; ) {
    if (job.isStopping()) throw new Error('the worker stops');
    await job.touch();
    const found = await findDueWork(accountId, batchSize + done.size);
    const due = found.filter((work) => !done.has(keyOf(work)));
    for (const work of due) {
      done.add(keyOf(work));
      // Again at once, for a failure that passes: later, the clock would have moved on.
      await doer.run(work, job).catch(() => doer.run(work, job).catch(() => {}));
      await job.touch();
    }
    if (due.length > 0) continue;
    if (waited >= relayPatience || !(await hasUnrelayedChanges(accountId))) return;
    await pass(relayPause);
    waited += relayPause;
  }
}

const keyOf = ({ kind, id, dueAt }: StuckWork): string => `${kind}:${id}:${dueAt.getTime()}`;

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
