import { Migration } from '@mikro-orm/migrations';

/**
 * Keeps the options that a booking has chosen in a column of it, so that neither a booking with options nor one without takes
 * a statement more, and what the account changes later is for others.
 *
 * A line of an order for an option has no booking: one line sells the booking, as the unique index says, and the order says
 * to which booking its options belong. An index over booking and option was rejected: processes of the version before name
 * the present one in their statements, so that the change would interrupt them. The line outlives its option, so `option_id`
 * is no foreign key, which would also need an index that nothing else reads.
 */
export class OptionsOfBookings extends Migration {
  static readonly backwardCompatible = true;
  override name = '0416-options-of-bookings';

  override up(): void {
    this.addSql('alter table booking add options jsonb');
    this.addSql('alter table order_line_item add option_id integer, add title varchar(255)');
  }
}
