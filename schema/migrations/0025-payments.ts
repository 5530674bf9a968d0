import { Migration } from '@mikro-orm/migrations';

/**
 * Makes the payments of an order its ledger: their sum is the paid amount, and refunds are negative payments. Requires a
 * price for services that require payment, and an order for bookings that await payment.
 */
export class Payments extends Migration {
  override name = '0025-payments';

  override up(): void {
    // Wide enough for the highest total of an order.
    this.addSql(`alter table order_payment
  alter column amount type numeric(18, 2),
  drop constraint order_payment_amount_check,
  add constraint order_payment_is_not_nothing check (amount <> 0)`);
    // Amounts that were set only on the booking count as paid, and recorded payments show on the booking.
    this.addSql(`update booking_order set paid_amount = booking.paid_amount
  from booking
  where booking.account_id = booking_order.account_id and booking.order_id = booking_order.id
    and booking_order.state = 'pending' and booking.paid_amount > booking_order.paid_amount
    and booking.paid_amount < total - discount_amount`);
    this.addSql(`update booking set paid_amount = booking_order.paid_amount
  from booking_order
  where booking_order.account_id = booking.account_id and booking_order.id = booking.order_id
    and booking.paid_amount is null and booking_order.paid_amount > 0`);
    // Adds the missing ledger entries of amounts that were set on the booking.
    this.addSql(`insert into order_payment (account_id, created_at, updated_at, order_id, amount)
  select account_id, updated_at, updated_at, id, paid_amount - recorded
  from booking_order, lateral (select coalesce(sum(amount), 0) as recorded from order_payment
    where order_payment.account_id = booking_order.account_id and order_id = booking_order.id) as ledger
  where paid_amount <> recorded`);

    this.addSql('update service set payment_required = false where payment_required and price is null');
    this.addSql(`alter table service
  add constraint service_has_price_to_be_paid check (not payment_required or price is not null)`);
    // These bookings cannot be paid, so staff confirm or decline them. The job cancels those that have expired.
    this.addSql(`update booking set state = 'awaiting_confirmation', expires_at = null
  where state = 'awaiting_payment' and order_id is null and (expires_at is null or expires_at > now() + interval '1 minute')`);
    this.addSql(`alter table booking
  add constraint booking_has_order_to_be_paid check (state <> 'awaiting_payment' or order_id is not null) not valid`);
  }
}
