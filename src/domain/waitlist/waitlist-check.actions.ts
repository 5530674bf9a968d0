import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { addDays } from '../../platform/time/plain-date.js';
import type { Zone } from '../../platform/time/zone.js';
import { endOfBookablePeriod } from '../availability/open-times.rules.js';
import type { RequestContext } from '../context.js';
import { isWorkDue } from '../work.rules.js';
import { findNextEventOpening, findNextWantedStart, storeEventOpenings } from './waitlist-check.queries.js';
import { storeOpenings } from './waitlist-opening.actions.js';

/** Bookable times that the entries of an account wait for. Null if there are none. */
export interface Upcoming {
  /** The first start after the end of the bookable period, in epoch milliseconds. */
  start: number | null;
  /** When the booking of an event first starts. */
  eventOpensAt: Date | null;
}

/** The bookable period of an account. */
interface Reach {
  zone: Zone;
  /** Returns the last start, in epoch milliseconds, that can be booked at an instant. */
  endAt(instant: Date): number;
}

/** In milliseconds. Most times start at a quarter of an hour, so checks at these find them as they become bookable. */
const quarter = 900_000;
/**
 * The days after today within which a check is planned exactly. A text such as `next friday` has to be applied to each
 * day, and a check that finds nothing plans the next.
 */
const plannedDays = 7;

/** Returns when something may next become bookable by the passing of time, always after `now`. Null if nothing will. */
export function nextCheckAt(now: Date, { start, eventOpensAt }: Upcoming, reach: Reach): Date | null {
  const times = [eventOpensAt, start === null ? null : timeOfReaching(start, now, reach)];
  const [first] = times.filter((time) => time !== null).sort((a, b) => a.getTime() - b.getTime());
  return first ?? null;
}

/**
 * Returns the first quarter of an hour after `now` at which the bookable period includes a start, or the end of the last
 * planned day. Looks at the end of each day first: within a day the period only gets longer, but from one to the next it
 * may get shorter, because both 28 and 29 January plus a month are 28 February.
 */
function timeOfReaching(start: number, now: Date, { zone, endAt }: Reach): Date {
  const today = zone.dateAt(now.getTime());
  const startOf = (days: number): number => zone.startOfDay(addDays(today, days));
  const firstQuarter = (Math.floor(now.getTime() / quarter) + 1) * quarter;
  for (let days = 0; days <= plannedDays; days += 1) {
    const endOfDay = startOf(days + 1);
    if (endAt(new Date(endOfDay - 1)) < start) continue;
    for (let time = Math.max(firstQuarter, startOf(days)); time < endOfDay; time += quarter) {
      if (endAt(new Date(time)) >= start) return new Date(time);
    }
    return new Date(endOfDay);
  }
  return new Date(startOf(plannedDays + 1));
}

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
 * Plans the next check, after an entry or the bookable times have changed. Does not change a check that is due. Times
 * that were bookable before need no check: the change itself is an opening.
 *
 * @param context its clock may be earlier than the last check, if a slow job created it. The check after the last one
 *   is planned then.
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
  return storeOpenings(context, null, { anyPlace: true, freed });
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
