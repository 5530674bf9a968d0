import { Migration } from '@mikro-orm/migrations';

const columns: readonly (readonly [table: string, ...columns: string[]])[] = [
  ['service', 'price'],
  ['coupon', 'min_order_amount', 'max_order_amount'],
  ['gift_card', 'remaining'],
  ['booking', 'paid_amount'],
  ['booking_order', 'total', 'discount_amount', 'paid_amount'],
  ['order_line_item', 'amount'],
  ['order_payment', 'amount'],
  ['payment_checkout', 'amount'],
];

/** The currencies without a minor unit that had two decimals until now. */
const isWhole = `account.currency in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'VND',
    'VUV', 'XAF', 'XOF', 'XPF')`;

/**
 * Amounts have as many decimals as the currency of their account: none in JPY, three in KWD. PostgreSQL rewrites a table if
 * the decimals of a column change, but not if it loses its bound, so the columns have none.
 *
 * A fraction of a yen cannot be paid, so open orders are rounded: their prices and discounts, half away from zero. An order of
 * which only such a fraction was left is settled. Gift cards are rounded up, for their owners. What was paid or settled stays
 * as it was recorded. Prices of services are rounded when they are sold.
 */
export class AmountsOfCurrencies extends Migration {
  static readonly backwardCompatible = false;
  static readonly reason = 'they store amounts that a currency does not have';
  override name = '0069-amounts-of-currencies';

  override up(): void {
    for (const [table, ...names] of columns) {
      this.addSql(`alter table ${table} ${names.map((name) => `alter column ${name} type numeric`)}`);
    }
    this.addSql(`update order_line_item set amount = round(amount)
  from booking_order, account
  where booking_order.account_id = order_line_item.account_id and booking_order.id = order_line_item.order_id
    and account.id = booking_order.account_id and ${isWhole}
    and booking_order.state = 'pending' and amount <> round(amount)`);
    this.addSql(`with priced as (
    select booking_order.account_id, booking_order.id, sum(quantity * amount) as total
    from booking_order
    join account on account.id = booking_order.account_id and ${isWhole}
    join order_line_item item on item.account_id = booking_order.account_id and item.order_id = booking_order.id
    where booking_order.state = 'pending'
      and (booking_order.total <> round(booking_order.total) or discount_amount <> round(discount_amount))
    group by booking_order.account_id, booking_order.id
  )
  update booking_order set total = priced.total, discount_amount = least(round(discount_amount), priced.total)
  from priced where booking_order.account_id = priced.account_id and booking_order.id = priced.id`);
    this.addSql(`with settled as (
    update booking_order set state = 'confirmed', settled_at = now()
    from account where account.id = booking_order.account_id and ${isWhole}
      and state = 'pending' and total - discount_amount <= paid_amount
    returning booking_order.account_id, booking_order.id
  )
  update booking set paid_at = now()
  from settled where booking.account_id = settled.account_id and booking.order_id = settled.id and paid_at is null`);
    this.addSql(`update gift_card set remaining = ceil(remaining)
  from account where account.id = gift_card.account_id and ${isWhole} and remaining <> ceil(remaining)`);
  }
}
