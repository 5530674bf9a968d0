import { recordChange } from '../../outbox/change-log.js';
import { invalid, notFound } from '../../platform/errors.js';
import { changedBy, type RequestContext } from '../context.js';
import { findTimedWork } from '../work.queries.js';
import { Account } from './account.entity.js';
import { clockOf } from './account-clock.js';
import { type ClockAdvance, destinationOf, offsetUntil } from './test-clock.rules.js';
import type { TestClock } from './test-clock.type.js';

/** Reads the clock of a sandbox. @throws DomainError NOT_FOUND for another account */
export async function getTestClock(context: RequestContext): Promise<TestClock> {
  return toTestClock(context, await context.db.own(Account));
}

/**
 * Begins to advance the clock of a sandbox. A job does what is due on the way: see `jobs/test-clock.jobs.ts`.
 *
 * @throws DomainError INVALID on `to` or `by`, also while the clock is being advanced and for another account
 */
export function advanceClock(context: RequestContext, advance: ClockAdvance): Promise<TestClock> {
  return context.db.transaction(async (tx) => {
    await tx.lock([Account, tx.accountId]);
    const account = await tx.own(Account);
    const argument = advance.to ? 'to' : 'by';
    if (!account.sandbox) throw invalid({ [argument]: ['is only for the clock of a sandbox'] });
    const { now, advancingTo } = toTestClock(context, account);
    const serverNow = context.serverClock.now();
    const destination = destinationOf(advance, context.zone, { now, serverNow });
    if (!(destination instanceof Date)) throw invalid(destination);
    if (advancingTo) throw invalid({ [argument]: ['must wait until the clock has been advanced'] });
    account.clockTarget = offsetUntil(destination, serverNow);
    account.clockAdvancedAt = serverNow;
    await recordChange(tx, 'account.modified', account, changedBy(context));
    return toTestClock(context, account);
  });
}

/** @throws DomainError NOT_FOUND if the account is no sandbox */
function toTestClock({ serverClock }: RequestContext, account: Account): TestClock {
  const { sandbox, clockTarget } = account;
  if (!sandbox) throw notFound();
  const at = (clockOffset: number): Date => clockOf({ clockOffset }, serverClock).now();
  return {
    now: at(account.clockOffset),
    isAdvancing: clockTarget !== null,
    advancingTo: clockTarget === null ? null : at(clockTarget),
  };
}

/**
 * Moves a clock that is being advanced to the next instant at which work is due, or to its target. At the target, ends
 * the advance.
 *
 * @returns whether the clock was moved
 */
export function moveClock({ db, serverClock }: RequestContext): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.lock([Account, tx.accountId]);
    const { clockOffset, clockTarget } = await tx.own(Account);
    if (clockTarget === null) return false;
    if (clockOffset >= clockTarget) {
      await tx.query('update account set clock_target = null where id = $1');
      return false;
    }
    const [now, target] = [clockOffset, clockTarget].map((offset) =>
      clockOf({ clockOffset: offset }, serverClock).now(),
    );
    const [next] = now && target ? await findTimedWork(tx, now, target, 1) : [];
    const offset = next ? Math.min(offsetUntil(next.dueAt, serverClock.now()), clockTarget) : clockTarget;
    await tx.query('update account set clock_offset = greatest(clock_offset, $2::integer) where id = $1', [offset]);
    return true;
  });
}
