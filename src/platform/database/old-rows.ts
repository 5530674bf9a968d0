import type { Database } from './database.js';

/** A table whose rows have a time. */
interface OldRows {
  table: string;
  /** The column with the time. */
  at: string;
  /** The column by which the oldest row of an account is found: an index has `account_id` and this column. */
  oldestBy: string;
}

/** Deletes the rows of all accounts before an instant. @param onAccount called after each account, to renew the lock of a job */
export async function deleteOldRows(
  database: Database,
  { table, at, oldestBy }: OldRows,
  before: Date,
  onAccount: () => Promise<void> = async () => {},
): Promise<void> {
  const accounts = await database.accountIds(
    `select ${at} < $1 from ${table} where account_id = account.id order by account_id, ${oldestBy} limit 1`,
    [before],
  );
  for (const id of accounts) {
    await database.account(id).query(`delete from ${table} where account_id = $1 and ${at} < $2`, [before]);
    await onAccount();
  }
}
