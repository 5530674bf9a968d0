import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { Database } from '../../platform/database/database.js';
import { isWritableAccount } from '../../platform/database/writable-account.js';
import type { Clock } from '../../platform/time/clock.js';

/** A check of the waitlist of an account, at a time on its clock. */
export interface DueCheck {
  accountId: number;
  at: Date;
}

/**
 * Finds the checks of all accounts that are due from `margin` before to `margin` after the present time of their clocks,
 * in milliseconds. `findStuckWork` finds those that are due for longer.
 */
export async function findDueChecks({ session }: Database, clock: Clock, margin: number): Promise<DueCheck[]> {
  const now = clock.now().getTime();
  return session.execute<DueCheck>(
    `select account_id as "accountId", next_at as at from waitlist_check
     cross join lateral (select clock_offset from account where account.id = account_id and ${isWritableAccount} limit 1) account
     where next_at between $1::timestamptz + make_interval(secs => clock_offset)
       and $2::timestamptz + make_interval(secs => clock_offset)`,
    [new Date(now - margin), new Date(now + margin)],
  );
}

/**
 * Returns the first start after an instant that an entry waits for, in epoch milliseconds. An entry for an event waits for
 * its start, another one for any start in its period. One that has an offer waits, too: the offer may lapse.
 */
export async function findNextWantedStart(tx: AccountTransaction, after: Date, now: Date): Promise<number | null> {
  const [first] = await tx.query<{ start: number | null }>(
    `select (extract(epoch from min(wanted.start)) * 1000)::float8 as start from (
       select greatest(period_from, $2::timestamptz + interval '1 millisecond') as start from waitlist_entry
       where account_id = $1 and state in ('waiting', 'offered') and event_id is null
         and period_to > greatest($2, $3::timestamptz)
       union all
       select event.starts_at from waitlist_entry entry
       join event on event.account_id = entry.account_id and event.id = entry.event_id
       where entry.account_id = $1 and entry.state in ('waiting', 'offered') and entry.period_to > $3::timestamptz
         and event.active and event.starts_at > $2::timestamptz
     ) wanted`,
    [after, now],
  );
  return first?.start ?? null;
}

/** The events for which an entry waits or has an offer, and whose booking starts after $2. $3 is the present time. */
const openingEvents = `with waiting as (
    select event_id, service_id, min(period_from) as period_from, max(period_to) as period_to from waitlist_entry
    where account_id = $1 and state in ('waiting', 'offered') and period_to > $3::timestamptz
    group by event_id, service_id
  ), wanted as (
    select event_id as id from waiting where event_id is not null
    union
    select event.id from waiting join event on event.account_id = $1 and event.service_id = waiting.service_id
      and event.starts_at >= waiting.period_from and event.starts_at < waiting.period_to
    where waiting.event_id is null
  ), opening as (
    select event.id, event.first_booking_at from wanted join event on event.account_id = $1 and event.id = wanted.id
    where event.active and event.published and event.first_booking_at > $2::timestamptz
  )`;

/** Stores an opening for each event whose booking has started since an instant. @returns the ids of the openings */
export async function storeEventOpenings(tx: AccountTransaction, after: Date, now: Date): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `${openingEvents}
     insert into waitlist_opening (account_id, created_at, event_id)
     select $1, $3::timestamptz, id from opening where first_booking_at <= $3::timestamptz returning id`,
    [after, now],
  );
  return rows.map(({ id }) => id);
}

/** Returns when the booking of an event next starts, if an entry waits for it. */
export async function findNextEventOpening(tx: AccountTransaction, now: Date): Promise<Date | null> {
  const [first] = await tx.query<{ at: Date | null }>(
    `${openingEvents} select min(first_booking_at) as at from opening`,
    [now, now],
  );
  return first?.at ?? null;
}
