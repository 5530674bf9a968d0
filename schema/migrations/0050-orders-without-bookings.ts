import { Migration } from '@mikro-orm/migrations';

/**
 * Lets orders sell products and gift cards without a booking. A gift card refers to the unit of the line item that sold
 * it; the unique index keeps a unit from being issued twice. An order that a visitor placed has a secret link and the
 * address that the visitor gave, because the stored one of a known person may differ.
 */
export class OrdersWithoutBookings extends Migration {
  override name = '0050-orders-without-bookings';

  override up(): void {
    this.addSql(`alter table gift_card add order_line_item_id integer, add order_line_item_unit integer,
  add foreign key (account_id, order_line_item_id) references order_line_item (account_id, id),
  add constraint gift_card_is_of_unit check ((order_line_item_id is null) = (order_line_item_unit is null))`);
    this.addSql(`create unique index gift_card_of_unit on gift_card (account_id, order_line_item_id, order_line_item_unit)
  where order_line_item_id is not null`);
    this.addSql('alter table booking_order add recipient varchar(255), add token_hash varchar(64)');
    this.addSql(`create unique index booking_order_token_unique on booking_order (account_id, token_hash)
  where token_hash is not null`);
  }
}
