import type { Database } from '../platform/database/database.js';

const batchSize = 1_000;

/**
 * Deletes changes that were made before `olderThan`. A change stays as long as a relay of its account has not passed it,
 * and where none has begun: of an account without a position nothing is deleted.
 *
 * @param onBatch called after each 1,000, for whoever must show that he is alive
 * @returns how many were deleted
 */
export async function trimChangeLog(
  database: Database,
  olderThan: Date,
  onBatch: () => Promise<void> = async () => {},
): Promise<number> {
  const em = database.orm.em.fork();
  const relayed = await em.execute<{ id: number }[]>('select distinct account_id as id from relay_position');
  let total = 0;
  for (const { id } of relayed) {
    let deleted: number;
    do {
      ({ affectedRows: deleted } = await em.execute(
        `delete from change where (account_id, transaction_id, id) in (
           select account_id, transaction_id, id from change
           where account_id = ? and created_at < ? and (transaction_id, id) <= (
             select transaction_id, change_id from relay_position
             where account_id = ? order by transaction_id, change_id limit 1)
           limit ?)`,
        [id, olderThan, id, batchSize],
        'run',
      ));
      total += deleted;
      await onBatch();
    } while (deleted === batchSize);
  }
  return total;
}
