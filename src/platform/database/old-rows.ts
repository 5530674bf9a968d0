import type { Database } from './database.js';

/** Rows of accounts that are deleted when they are old. Everything but the table is SQL about its columns. */
interface OldRows {
  table: string;
  /** Returns the condition for an old row. @param at the parameter with the instant */
  isOld(at: string): string;
  /** The column by which the oldest row of an account is found. With an index on `account_id` and it, one row is read. */
  oldestBy: string;
  /** The condition for rows that are ever deleted; all by default. */
  where?: string;
}

const batchSize = 1_000;

/**
 * Deletes old rows of all accounts, in batches.
 *
 * @param at the instant that `isOld` compares with
 * @param onBatch called after each statement, to renew the lock of a job
 */
export async function deleteOldRows(
  database: Database,
  { table, isOld, oldestBy, where = 'true' }: OldRows,
  at: Date,
  onBatch: () => Promise<void> = async () => {},
): Promise<void> {
  const accounts = await database.accountIds(
    `select ${isOld('$1')} from ${table} where account_id = account.id and ${where} order by account_id, ${oldestBy} limit 1`,
    [at],
  );
  for (const id of accounts) {
    let deleted: object[];
    do {
      deleted = await database.account(id).query(
        `delete from ${table} where account_id = $1 and ctid = any (array(
           select ctid from ${table} where account_id = $1 and ${where} and ${isOld('$2')}
           limit ${batchSize} for update skip locked)) returning 1`,
        [at],
      );
      await onBatch();
    } while (deleted.length === batchSize);
  }
}
