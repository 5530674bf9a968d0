import { Migration } from '@mikro-orm/migrations';

const terms = 'add cancellation_fees varchar(255), add cancellation_policy text';

/**
 * Adds the fees for cancelling late of accounts and services. A booking keeps those that were agreed and the one that is due in
 * columns of it, so that neither a booking with fees nor one without takes a statement more. A charged fee is a line of an order.
 */
export class CancellationFees extends Migration {
  static readonly backwardCompatible = true;
  override name = '0530-cancellation-fees';

  override up(): void {
    this.addSql(`alter table account ${terms}`);
    this.addSql(`alter table service ${terms}`);
    this.addSql('alter table booking add agreed_fees jsonb, add fee jsonb');
    this.addSql('alter table order_line_item add fee_booking_id integer');
    // Not valid, so that no row is read: the column is null in all of them.
    this.addSql(`alter table order_line_item add constraint order_line_item_fee
  foreign key (account_id, fee_booking_id) references booking (account_id, id) not valid`);
  }
}
