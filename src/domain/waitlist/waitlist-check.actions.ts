import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { endOfBookablePeriod } from '../availability/open-times.rules.js';
import type { RequestContext } from '../context.js';
import { isWorkDue } from '../work.rules.js';
import { findNextEventOpening, findNextWantedStart, storeEventOpenings } from './waitlist-check.queries.js';
import { nextCheckAt } from './waitlist-check.rules.js';
import { storeOpening } from './waitlist-opening.actions.js';

/** Waits for other transactions that add entries to the line of the account or check it. */
export function lockLine(tx: AccountTransaction): Promise<void> {
  return tx.lockText('waitlist');
}

/**
 * Stores what has become bookable by the passing of time since the last check, if an entry waits for it, and plans the
 * next check. Does nothing before the planned time, so that of several runs at the same time one has an effect.
 *
 * @returns the ids of the openings
 */
export function checkWaitlist(context: RequestContext): Promise<number[]> {
  return context.db.atomically(async (db, tx) => {
    const scope = { ...context, db };
    await lockLine(tx);
    const now = context.clock.now();
    const check = await findCheck(tx);
    if (!check || !isWorkDue('waitlist_check', check, now)) return [];
    const ofPeriod = await storePeriodOpening(scope, tx, check.checkedAt);
    const ofEvents = await storeEventOpenings(tx, check.checkedAt, now);
    await storeNextCheck(context, tx, now);
    return [...ofPeriod, ...ofEvents];
  });
}

/**
 * Plans the next check, after an entry or the bookable times have changed. Leaves a check that is due. What was bookable
 * before is no concern of the check: the change itself is an opening.
 *
 * @param context may be that of a slow job, from before the last check; then plans what follows that check
 * @param tx must hold the lock of the line
 */
export async function planCheck(context: RequestContext, tx: AccountTransaction): Promise<void> {
  const now = context.clock.now();
  const check = await findCheck(tx);
  const checkedAt = check?.checkedAt ?? now;
  if (check && isWorkDue('waitlist_check', check, now)) return;
  await storeNextCheck(context, tx, checkedAt > now ? checkedAt : now);
}

interface Check {
  /** The next check handles what became bookable after this instant. */
  checkedAt: Date;
  /** Null if nothing that an entry waits for becomes bookable by the passing of time. */
  nextAt: Date | null;
}

async function findCheck(tx: AccountTransaction): Promise<Check | undefined> {
  const [check] = await tx.query<Check>(
    'select checked_at as "checkedAt", next_at as "nextAt" from waitlist_check where account_id = $1',
  );
  return check;
}

/** Stores an opening if the bookable period has reached a start that an entry waits for. */
async function storePeriodOpening(context: RequestContext, tx: AccountTransaction, checkedAt: Date): Promise<number[]> {
  const now = context.clock.now();
  const [from, to] = [endOfBookablePeriod(context, checkedAt), endOfBookablePeriod(context, now)];
  if (!Number.isFinite(from) || to <= from) return [];
  const start = await findNextWantedStart(tx, new Date(from), now);
  if (start === null || start > to) return [];
  // The last start of the bookable period is included, the end of an opening is not.
  const freed = { from: new Date(from).toISOString(), to: new Date(to + 1).toISOString() };
  const id = await storeOpening(context, null, { anyPlace: true, freed });
  return id === undefined ? [] : [id];
}

async function storeNextCheck(context: RequestContext, tx: AccountTransaction, now: Date): Promise<void> {
  const end = endOfBookablePeriod(context, now);
  const upcoming = {
    start: Number.isFinite(end) ? await findNextWantedStart(tx, new Date(end), now) : null,
    eventOpensAt: await findNextEventOpening(tx, now),
  };
  const reach = { zone: context.zone, endAt: (instant: Date) => endOfBookablePeriod(context, instant) };
  await tx.query(
    `insert into waitlist_check (account_id, checked_at, next_at) values ($1, $2, $3)
     on conflict (account_id) do update set checked_at = excluded.checked_at, next_at = excluded.next_at`,
    [now, nextCheckAt(now, upcoming, reach)],
  );
}
