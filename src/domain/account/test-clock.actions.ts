import { Field, ObjectType } from 'type-graphql';
import { recordChange } from '../../outbox/change-log.js';
import { accepted } from '../../platform/accepted.js';
import { type FieldErrors, invalid, notFound } from '../../platform/errors.js';
import { Instant } from '../../platform/scalars.js';
import { applyPeriod } from '../../platform/time/period.js';
import type { Zone } from '../../platform/time/zone.js';
import { changedBy, type RequestContext } from '../context.js';
import { findTimedWork } from '../work.queries.js';
import { Account } from './account.entity.js';
import { clockOf } from './create-context.js';

@ObjectType({ simpleResolvers: true, description: 'The clock of a sandbox. It runs on like any other clock.' })
export class TestClock {
  @Field(() => Instant, { description: 'The time of the account.' })
  now!: Date;

  @Field(() => Boolean, {
    description:
      'Whether the clock is being advanced: until it has reached `advancingTo`, and all that was due is done.',
  })
  isAdvancing!: boolean;

  @Field(() => Instant, { nullable: true, description: 'The time that it is to reach. Null if it is not advanced.' })
  advancingTo!: Date | null;
}

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

/** The amount by which to advance a clock. Exactly one of the two is given. */
interface ClockAdvance {
  to?: Date | null | undefined;
  /** A period in English such as `3 days`, from the time of the account. */
  by?: string | null | undefined;
}

interface Times {
  /** The time of the account. */
  now: Date;
  serverNow: Date;
}

const year = 366 * 24 * 60 * 60 * 1_000;
/** In milliseconds. The longest advance in one request. */
const maxAdvance = 2 * year;
/** In milliseconds. How far a clock can be ahead of the server's. */
const maxOffset = 10 * year;

/** Returns the offset in whole seconds with which a clock has reached an instant. */
function offsetUntil(instant: Date, serverNow: Date): number {
  return Math.ceil((instant.getTime() - serverNow.getTime()) / 1_000);
}

/** Returns the instant to which a clock is to be advanced, or the errors of the input by argument. */
function destinationOf(advance: ClockAdvance, zone: Zone, { now, serverNow }: Times): Date | FieldErrors {
  const { to, by } = advance;
  const hasPeriod = by !== null && by !== undefined;
  if (to && hasPeriod) return { by: ['must be blank'] };
  if (!to && !hasPeriod) return { to: ["can't be blank"] };
  const [argument, instant] = hasPeriod ? ['by', applyPeriod(by, now, zone)] : ['to', to];
  if (!instant) return { [argument]: ['is invalid', accepted.period] };
  if (instant <= now) return { [argument]: ['must be in the future of the account'] };
  if (instant.getTime() - now.getTime() > maxAdvance) return { [argument]: ['must be at most 2 years ahead'] };
  if (instant.getTime() - serverNow.getTime() > maxOffset) {
    return { [argument]: ['must be at most 10 years ahead of the real time'] };
  }
  return instant;
}
