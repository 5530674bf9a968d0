import { createBackgroundContext } from '../domain/account/background-context.js';
import { moveClock } from '../domain/account/test-clock.actions.js';
import { findDueWork, findTimedWork } from '../domain/stuck-work.queries.js';
import type { AdvanceClockHandlers } from '../jobs/advance-clock.job.js';
import { readAccountBacklog } from '../outbox/backlog.js';
import type { Database } from '../platform/database/database.js';
import type { Clock } from '../platform/time/clock.js';

const dayInMilliseconds = 86_400_000;
const maxUpcoming = 10_000;

/** Creates the handlers of the job that advances the clocks of sandboxes. */
export function testClockHandlers(database: Database, clock: Clock): AdvanceClockHandlers {
  const contextOf = (accountId: number) => createBackgroundContext(database, clock, accountId);
  return {
    findDueWork: async (accountId, limit) => findDueWork(await contextOf(accountId), limit),
    hasUnrelayedChanges: async (accountId) => {
      const { changes } = await readAccountBacklog(database.account(accountId), clock.now());
      return changes > 0;
    },
    moveClock: async (accountId) =>
      moveClock(await contextOf(accountId), async (tx, from, to) => {
        const [first] = await findTimedWork(tx, from, to, 1);
        return first?.dueAt;
      }),
    findUpcomingWork: async (accountId) => {
      const context = await contextOf(accountId);
      const now = context.clock.now();
      return findTimedWork(context.db, now, new Date(now.getTime() + dayInMilliseconds), maxUpcoming);
    },
  };
}
