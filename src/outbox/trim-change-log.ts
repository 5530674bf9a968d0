import type { AccountDatabase } from '../platform/database/account-database.js';
import type { Database } from '../platform/database/database.js';

/** Days for which changes are kept, unless the account keeps them for less. */
export const changeLogDays = 30;

const batchSize = 1_000;

/**
 * SQL: the time before which changes of `account` are deleted. Changes have the time of their account, which may be that of
 * a sandbox.
 *
 * @param now the parameter with the time of the server
 */
const startAt = (now: string): string => `${now}::timestamptz
  + make_interval(secs => account.clock_offset - 86400 * least(account.change_retention_days, ${changeLogDays}))`;

/**
 * Deletes the changes that are older than 30 days, or than the account keeps them, and that every relay of their account has
 * passed. Deletes nothing of an account that no relay has begun with.
 *
 * A change takes 13 µs of CPU time of PostgreSQL, and 4 of the vacuum. Rejected: partitions by month, of which trimming drops
 * one. A read after a cursor opens all of them: 47 µs more for slots that were read before, 56 for `GET /changes`, with four.
 *
 * @param now the time of the server
 * @param onBatch called after each 1,000 changes, so that a job can renew its lock
 * @returns the number of deleted changes
 */
export async function trimChangeLog(
  database: Database,
  now: Date,
  onBatch: () => Promise<void> = async () => {},
): Promise<number> {
  const accounts = await database.accountIds(
    `select created_at < ${startAt('$1')} from change where account_id = account.id
     order by account_id, era, transaction_id, change.id limit 1`,
    [now],
  );
  let total = 0;
  for (const id of accounts) {
    let deleted: number;
    do {
      deleted = await trimBatch(database.account(id), now);
      total += deleted;
      await onBatch();
    } while (deleted === batchSize);
  }
  return total;
}

/**
 * Deletes those of the oldest changes that are old enough and, by the same statement, moves the cursor of the trimmed part.
 * Looks at no others: the log is almost in the order of time.
 */
async function trimBatch(db: AccountDatabase, now: Date): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `with deleted as (
       delete from change where (account_id, era, transaction_id, id) in (
         select account_id, era, transaction_id, id from (
           select account_id, era, transaction_id, id, created_at from change
           where account_id = $1 and (era, transaction_id, id) <= (
             select era, transaction_id, change_id from relay_position
             where account_id = $1 order by era, transaction_id, change_id limit 1)
           order by account_id, era, transaction_id, id
           limit $3) as oldest
         where created_at < (select ${startAt('$2')} from account where account.id = $1))
       returning era, transaction_id, id),
     newest as (
       select era, transaction_id, id from deleted order by era desc, transaction_id desc, id desc limit 1),
     noted as (
       insert into change_log_start as start (account_id, era, transaction_id, change_id)
       select $1, era, transaction_id, id from newest
       on conflict (account_id) do update
         set era = excluded.era, transaction_id = excluded.transaction_id, change_id = excluded.change_id
         where (excluded.era, excluded.transaction_id, excluded.change_id)
           > (start.era, start.transaction_id, start.change_id))
     select count(*)::integer as count from deleted`,
    [now, batchSize],
  );
  return row?.count ?? 0;
}
