import type { Database } from '../../platform/database/database.js';

/** Days for which an entry is kept after it was taken, has expired or left. */
export const closedEntryDays = 90;

const batchSize = 1_000;

/**
 * Deletes the entries of all accounts, with their offers, that were closed before an instant. The age of
 * the entries of a sandbox is measured by its clock.
 *
 * @param onBatch called after each statement, to renew the lock of a job
 */
export async function trimWaitlist(
  database: Database,
  before: Date,
  onBatch: () => Promise<void> = async () => {},
): Promise<void> {
  const accounts = await database.accountIds(
    `select updated_at < $1::timestamptz + make_interval(secs => clock_offset) from waitlist_entry
     where account_id = account.id and state in ('taken', 'expired', 'left') order by account_id, updated_at limit 1`,
    [before],
  );
  for (const id of accounts) {
    const db = database.account(id);
    let deleted: unknown[];
    do {
      deleted = await db.query(
        `delete from waitlist_entry where account_id = $1 and id in (
           select entry.id from waitlist_entry entry
           where entry.account_id = $1 and entry.state in ('taken', 'expired', 'left')
             and entry.updated_at < $2::timestamptz
               + make_interval(secs => (select clock_offset from account where account.id = $1))
           order by entry.updated_at limit ${batchSize} for update skip locked)
         returning id`,
        [before],
      );
      await onBatch();
    } while (deleted.length === batchSize);
  }
}
