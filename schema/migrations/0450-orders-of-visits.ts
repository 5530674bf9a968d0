import { Migration } from '@mikro-orm/migrations';

/**
 * Lets the bookings of a visit share an order. The line that sells one of them keeps its part of the price, with the discount
 * that it has agreed, and a line of an option the booking with which it is sold. Lines of other orders have neither.
 *
 * A table of parts was rejected: each belongs to one line, and is read and written with it.
 */
export class OrdersOfVisits extends Migration {
  static readonly backwardCompatible = true;
  override name = '0450-orders-of-visits';

  override up(): void {
    this.addSql('alter table order_line_item add share jsonb, add sold_with_id integer');
  }
}
