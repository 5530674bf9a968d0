import { Migration } from '@mikro-orm/migrations';

/**
 * Comes with a text of `count_booking` that compacts the rows of an account where they are written. Before, a job of a
 * worker did so each minute: without a worker, the length of each list read a row for each booking that was imported, 0.35 µs
 * for each, and a page with 100,000 of them took 55 to 67 ms of PostgreSQL instead of 25.
 *
 * CPU time of PostgreSQL for a booking that is written alone: the trigger took 28 µs and the compaction by the job 7. The
 * trigger that compacts takes 54 µs if one in 500 rows does, 45 if one in 1,000 does, of 1.2 to 1.4 ms in all; in a
 * statement with 500 bookings it takes 25 µs, and 15 + 7 before.
 *
 * Rejected: triggers that add up the bookings of a statement, because single bookings still append a row each; a check of
 * the number of rows at each write, which reads them; a counter that writers update, because they would wait for it.
 */
export class CompactionByWriters extends Migration {
  static readonly backwardCompatible = true;
  override name = '0295-compaction-by-writers';

  override up(): void {}
}
