import pg from 'pg';
import { openTransaction, type TransactionSession } from '../jobs/change-writer.js';
import { until } from './until.js';

/**
 * Changes the expiry of a hold to a time in the past and starts its job, which then waits for the lock of the hold until
 * the transaction is committed. The hold must expire much later, so that its job does not start by itself.
 */
export async function startExpiry(url: string, bookingId: number): Promise<TransactionSession> {
  const transaction = await openTransaction(url);
  await transaction.client.query(`select lock_record('booking', account_id, id) from booking where id = $1`, [
    bookingId,
  ]);
  await transaction.client.query(`update booking set expires_at = now() - interval '1 minute' where id = $1`, [
    bookingId,
  ]);
  const client = new pg.Client(url);
  await client.connect();
  try {
    // The job exists once the change log has been relayed.
    await until(async () => {
      const { rowCount } = await client.query(
        `update agenda_jobs set next_run_at = now()
         where name = 'expire-hold' and (data->'payload'->>'bookingId')::integer = $1`,
        [bookingId],
      );
      return rowCount === 1;
    });
  } finally {
    await client.end();
  }
  return transaction;
}
