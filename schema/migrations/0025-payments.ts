import { Migration } from '@mikro-orm/migrations';

/**
 * The payments of an order become its ledger: they add up to what was paid, and refunds are payments below zero. A
 * service that requires a payment has a price, and a booking that waits for its payment has an order.
 */
export class Payments extends Migration {
  override name = '0025-payments';

  override up(): void {
    // As wide as the sum that an order can come to.
    this.addSql(`alter table order_payment
  alter column amount type numeric(18, 2),
  drop constraint order_payment_amount_check,
  add constraint order_payment_is_not_nothing check (amount <> 0)`);
    // A part that was set on the booking alone is paid; what was recorded shows on the booking.
    this.addSql(`update booking_order set paid_amount = booking.paid_amount
  from booking
  where booking.account_id = booking_order.account_id and booking.order_id = booking_order.id
    and booking_order.state = 'pending' and booking.paid_amount > booking_order.paid_amount
    and booking.paid_amount < total - discount_amount`);
    this.addSql(`update booking set paid_amount = booking_order.paid_amount
  from booking_order
  where booking_order.account_id = booking.account_id and booking_order.id = booking.order_id
    and booking.paid_amount is null and booking_order.paid_amount > 0`);
    // What was paid by setting it on the booking has no line of the ledger yet.
    this.addSql(`insert into order_payment (account_id, created_at, updated_at, order_id, amount)
  select account_id, updated_at, updated_at, id, paid_amount - recorded
  from booking_order, lateral (select coalesce(sum(amount), 0) as recorded from order_payment
    where order_payment.account_id = booking_order.account_id and order_id = booking_order.id) as ledger
  where paid_amount <> recorded`);

    this.addSql('update service set payment_required = false where payment_required and price is null');
    this.addSql(`alter table service
  add constraint service_has_price_to_be_paid check (not payment_required or price is not null)`);
    // Nobody can pay these, so the account decides. Those that have expired are left to their job, which cancels them.
    this.addSql(`update booking set state = 'awaiting_confirmation', expires_at = null
  where state = 'awaiting_payment' and order_id is null and (expires_at is null or expires_at > now() + interval '1 minute')`);
    this.addSql(`alter table booking
  add constraint booking_has_order_to_be_paid check (state <> 'awaiting_payment' or order_id is not null) not valid`);
  }
}
