import type { AccountDatabase } from '../../platform/database/account-database.js';
import type { Database } from '../../platform/database/database.js';
import { isWritableAccount } from '../../platform/database/writable-account.js';

/** An account that has its people erased some time after their last booking. */
export interface ErasingAccount {
  id: number;
  /** People without a booking since then are erased. On the account's clock, which may be that of a sandbox. */
  before: Date;
}

/** Finds the accounts that have people erased by age. @param now the time of the server */
export function findErasingAccounts({ session }: Pick<Database, 'session'>, now: Date): Promise<ErasingAccount[]> {
  return session.execute<ErasingAccount>(
    `select id, $1::timestamptz + make_interval(secs => clock_offset) - make_interval(months => person_retention_months)
       as before
     from account where person_retention_months is not null and ${isWritableAccount} order by id`,
    [now],
  );
}

/** A part of the people of an account, in the order of their ids. */
interface PeoplePage {
  /** Those who have had no booking for long enough. */
  idle: number[];
  /** The last one that was looked at. Null if there was none. */
  last: number | null;
}

/** The number of people that one statement looks at, by default. */
const pageSize = 1_000;

/**
 * Looks at the next people of an account, and finds those who were created before an instant and since then have had no
 * booking, for themselves or for others. A person stays who
 *
 * - is blocked, because the block would end with the erasure;
 * - has an open order, or one that was changed since then;
 * - has or gave away a gift card with money left that was valid since then;
 * - waits for a free time, or was offered one;
 * - is a guardian of somebody;
 * - has the email address of a user.
 *
 * People who were merged into another are erased with that one.
 *
 * A page of 1,000 is a range of the primary key, so that all people are looked at once a day, in statements of bounded
 * size: 100,000 people take 1.6 s. Rejected: a column with the time of the last booking, which every booking would have to write.
 *
 * @param after the id of the last person of the page before
 */
export async function findIdlePeople(
  db: AccountDatabase,
  before: Date,
  after: number,
  most = pageSize,
): Promise<PeoplePage> {
  const [page] = await db.query<PeoplePage>(idlePeople, [before, after, most]);
  return page ?? { idle: [], last: null };
}

const isRedeemable = `card.account_id = $1 and card.archived_at is null and card.active and card.remaining > 0
  and (card.valid_until is null or card.valid_until >= $2::date)`;

const isLeft = `package.account_id = $1 and package.archived_at is null and package.active and package.used < package.units
  and (package.valid_until is null or package.valid_until >= $2::date)`;

const idlePeople = `with page as (
  select * from person where account_id = $1 and id > $3 order by id limit $4
), idle as (
  select id from page
  where created_at < $2 and not blocked and erased_at is null and merged_into_id is null
    and not exists (
      select from booking where booking.account_id = $1 and booking.person_id = page.id and booking.booked_to >= $2)
    and not exists (
      select from booking
      where booking.account_id = $1 and booking.booked_by_person_id = page.id and booking.booked_to >= $2)
    and not exists (
      select from booking_order
      where booking_order.account_id = $1 and booking_order.person_id = page.id
        and (booking_order.state = 'pending' or booking_order.updated_at >= $2))
    and not exists (select from gift_card card where ${isRedeemable} and card.person_id = page.id)
    and not exists (select from gift_card card where ${isRedeemable} and card.purchased_by_person_id = page.id)
    and not exists (select from package where ${isLeft} and package.person_id = page.id)
    and not exists (select from package where ${isLeft} and package.purchased_by_person_id = page.id)
    and not exists (
      select from waitlist_entry
      where waitlist_entry.account_id = $1 and waitlist_entry.person_id = page.id
        and waitlist_entry.state in ('waiting', 'offered'))
    and not exists (select from guardian where guardian.account_id = $1 and guardian.person_id = page.id)
    and not exists (
      select from account_user
      where account_user.account_id = $1 and text_key(account_user.email) = text_key(page.email))
)
select coalesce((select array_agg(id order by id) from idle), '{}') as idle, (select max(id) from page) as last`;
