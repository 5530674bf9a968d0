import type { ChangeNameOf } from '../../../outbox/recorded-change.js';
import type { CouponChange } from '../../coupon/coupon-use.actions.js';
import type { Order, OrderLineItem, SharedQuote } from '../../order/order.entity.js';
import type { ReturnToCards } from '../../order/order-ledger.actions.js';
import type { TaxOfLine } from '../../order/order-tax.rules.js';
import type { PackageChange } from '../../package/package-use.actions.js';
import type { Booking } from '../booking.entity.js';

/** The changes of a booking's coupons and order, decided but not yet written. */
export interface Sale {
  coupons: CouponChange[];
  /** The units of packages that it takes or returns. Absent for most bookings, which have no package. */
  packages?: readonly PackageChange[] | undefined;
  order?: OrderUpdate;
  /** The one whose the order becomes. By default a new order is that of the booking's person, and others stay whose they are. */
  payer?: { id: number | null };
}

export interface OrderUpdate {
  order: Order;
  /** Without a `paidAmount`, the order loses only what returns to gift cards. */
  attributes: Partial<Order>;
  /** The price of the order's line with its tax, if that changes. */
  line?: TaxOfLine & Pick<OrderLineItem, 'amount'>;
  /** The lines of the booking's options, if they change: they replace the former ones. */
  optionLines?: readonly OptionLine[];
  returns?: ReturnToCards;
  /** Whether the service demands that its whole price is paid first. Absent if the booking exists. */
  isDemanded?: boolean;
  /** The part of a booking of a visit in its order. `sellVisit` sets it. */
  share?: SharedQuote;
  /** Of a booking of a visit: `attributes` are those of its share of the order, of which this was paid before. */
  paidBefore?: string;
}

/** A line of an order for an option of its booking. */
export type OptionLine = TaxOfLine & Pick<OrderLineItem, 'optionId' | 'title' | 'quantity' | 'amount'>;

/** A new or changed booking, the name of its change, and its sale. */
export interface SoldBooking {
  name: ChangeNameOf<'booking'>;
  booking: Booking;
  sale: Sale;
  /** Whether the booking has changed, although its row has not. */
  isChangedElsewhere?: boolean;
}
