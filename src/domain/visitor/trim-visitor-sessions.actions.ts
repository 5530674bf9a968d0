import type { Database } from '../../platform/database/database.js';

const tables = ['visitor_code', 'visitor_session'];

const batchSize = 1_000;

/**
 * Deletes codes and sessions of visitors that have expired, of all accounts.
 *
 * @param onBatch called after each statement, to renew the lock of a job
 */
export async function trimVisitorSessions(
  database: Database,
  now: Date,
  onBatch: () => Promise<void> = async () => {},
): Promise<void> {
  for (const table of tables) {
    const accounts = await database.accountIds(
      `select bool_or(expires_at <= $1) from ${table} where account_id = account.id`,
      [now],
    );
    for (const id of accounts) {
      let deleted: object[];
      do {
        deleted = await database.account(id).query(
          `delete from ${table} where account_id = $1 and ctid = any (array(
             select ctid from ${table} where account_id = $1 and expires_at <= $2 limit $3)) returning 1`,
          [now, batchSize],
        );
        await onBatch();
      } while (deleted.length === batchSize);
    }
  }
}
