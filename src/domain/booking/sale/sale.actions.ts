import { type ChangeToRecord, recordAll } from '../../../outbox/change-log.js';
import type { ChangeNameOf } from '../../../outbox/recorded-change.js';
import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import { changedBy, type RequestContext } from '../../context.js';
import { applyCouponChanges, type CouponChange } from '../../coupon/coupon-use.actions.js';
import { type Amount, toAmount, toDecimal } from '../../money.rules.js';
import { Order, type OrderLineItem, OrderState } from '../../order/order.entity.js';
import type { DepositOrder } from '../../order/order.rules.js';
import {
  type CardShare,
  type LedgerEntry,
  type LedgerLines,
  returnToCards,
  sumEntries,
  writeEntries,
} from '../../order/order-ledger.actions.js';
import type { TaxOfLine } from '../../order/order-tax.rules.js';
import { findPayer } from '../../person/guardian.queries.js';
import type { Person } from '../../person/person.entity.js';
import type { Booking } from '../booking.entity.js';

/** The changes of a booking's coupons and order, decided but not yet written. */
export interface Sale {
  coupons: CouponChange[];
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
  returns?: { shares: readonly CardShare[]; limit: Amount };
}

/** Returns the sale of a booking that is for that person now, whose order is that of the first guardian who pays. */
export async function soldTo(tx: AccountTransaction, sale: Sale, person: Person | undefined): Promise<Sale> {
  if (!sale.order) return sale;
  return { ...sale, payer: { id: person ? await findPayer(tx, person) : null } };
}
/** A line of an order for an option of its booking. */
export type OptionLine = TaxOfLine & Pick<OrderLineItem, 'optionId' | 'title' | 'quantity' | 'amount'>;

/** A sale that changes nothing. */
export const noSale: Sale = { coupons: [] };

/** Returns the order as the sale leaves it; null if the sale leaves it unchanged. */
export function orderAfter({ order }: Sale): DepositOrder | null {
  return order ? { ...order.order, ...order.attributes } : null;
}

/** A new or changed booking, the name of its change, and its sale. */
export interface SoldBooking {
  name: ChangeNameOf<'booking'>;
  booking: Booking;
  sale: Sale;
}

/**
 * Writes several bookings and their sales at once. A coupon or gift card that several of them release gets one change,
 * which records its final state.
 */
export async function recordSales(
  context: RequestContext,
  tx: AccountTransaction,
  sold: readonly SoldBooking[],
): Promise<ReadonlySet<object>> {
  const changes: ChangeToRecord[] = [];
  const payments: LedgerLines[] = [];
  const orders = sold.flatMap(({ sale }) => sale.order?.order ?? []);
  const added = new Set(orders.filter((order) => !tx.tracker.hasRow(order)));
  await tx.drawIds(Order, [...added]);
  for (const { name, booking, sale } of sold) {
    changes.push({ name, record: booking }, ...applyCouponChanges(sale.coupons));
    if (!sale.order) continue;
    const applied = applyOrderChange(booking, sale.order, sale.payer, added.has(sale.order.order));
    changes.push(...applied.changes);
    payments.push({ order: sale.order.order, entries: applied.entries });
  }
  const oncePerRecord = new Map(changes.map((change) => [change.record, change])).values();
  const changed = await recordAll(tx, [...oncePerRecord], changedBy(context));
  writeLineItems(tx, sold);
  writeOptionLines(tx, sold);
  writeEntries(tx, payments);
  return changed;
}

function applyOrderChange(
  booking: Booking,
  { order, attributes, returns = { shares: [], limit: 0n } }: OrderUpdate,
  payer: Sale['payer'],
  isNew: boolean,
): { changes: ChangeToRecord[]; entries: LedgerEntry[] } {
  const { state } = order;
  const paidBefore = toAmount(order.paidAmount);
  const { entries, changes } = returnToCards(returns.shares, returns.limit);
  const paidAmount = attributes.paidAmount ?? toDecimal(paidBefore + sumEntries(entries));
  const rest = toAmount(paidAmount) - paidBefore - sumEntries(entries);
  if (rest !== 0n) entries.push({ amount: rest });
  const payerId = payer ? payer.id : isNew ? booking.personId : order.personId;
  Object.assign(order, attributes, { paidAmount, personId: payerId });
  if (attributes.paidAmount === undefined && entries.length > 0) followOrder(booking, order);

  if (isNew) {
    booking.orderId = order.id;
    return { changes: [{ name: 'order.created', record: order }, ...changes], entries };
  }
  const name = order.state === state ? 'order.modified' : changeNames[order.state];
  return { changes: [{ name, record: order }, ...changes], entries };
}

/** Copies the payment of an order to its booking. */
export function followOrder(booking: Booking, order: Order): void {
  const isPaid = toAmount(order.paidAmount) > 0n;
  booking.paidAmount = isPaid ? order.paidAmount : null;
  booking.paidAt = isPaid ? (order.settledAt ?? booking.paidAt) : null;
}

const changeNames: Record<OrderState, ChangeNameOf<'order'>> = {
  [OrderState.PENDING]: 'order.modified',
  [OrderState.CONFIRMED]: 'order.settled',
  [OrderState.CANCELLED]: 'order.cancelled',
};

/** Writes the line items of orders whose price is new. An order has one that refers to its booking. */
function writeLineItems(tx: AccountTransaction, sold: readonly SoldBooking[]): void {
  const lines = sold.flatMap(({ booking, sale: { order: change } }) => {
    if (!change?.line) return [];
    const { order, line } = change;
    const { id: bookingId, serviceId, count } = booking;
    return [{ at: order.updatedAt, orderId: order.id, bookingId, serviceId, count, ...line }];
  });
  if (lines.length === 0) return;
  tx.send(
    `insert into order_line_item
       (account_id, created_at, updated_at, order_id, booking_id, service_id, quantity, amount,
         tax_name, tax_percentage, tax_amount, payable_amount)
     select $1, at, at, "orderId", "bookingId", "serviceId", count, amount,
       "taxName", "taxPercentage", "taxAmount", "payableAmount"
     from jsonb_to_recordset($2::jsonb) as line (at timestamptz, "orderId" integer, "bookingId" integer,
       "serviceId" integer, count integer, amount numeric, "taxName" text, "taxPercentage" numeric,
       "taxAmount" numeric, "payableAmount" numeric)
     on conflict (account_id, booking_id) do update
       set updated_at = excluded.updated_at, service_id = excluded.service_id, quantity = excluded.quantity,
         amount = excluded.amount, tax_name = excluded.tax_name, tax_percentage = excluded.tax_percentage,
         tax_amount = excluded.tax_amount, payable_amount = excluded.payable_amount`,
    [JSON.stringify(lines)],
  );
}

/** Replaces the line items of the options of bookings. The gift card that paid last for the booking did so for them, too. */
function writeOptionLines(tx: AccountTransaction, sold: readonly SoldBooking[]): void {
  const orders = sold.flatMap(({ booking: { serviceId }, sale: { order: change } }) => {
    if (!change?.optionLines) return [];
    const { order, optionLines } = change;
    const orderId = order.id;
    return [{ orderId, lines: optionLines.map((line) => ({ at: order.updatedAt, orderId, serviceId, ...line })) }];
  });
  if (orders.length === 0) return;
  tx.send(
    `with replaced as (
       delete from order_line_item where account_id = $1 and order_id = any ($2::integer[]) and option_id is not null)
     insert into order_line_item
       (account_id, created_at, updated_at, order_id, service_id, option_id, title, quantity, amount,
         tax_name, tax_percentage, tax_amount, payable_amount, gift_card_id)
     select $1, at, at, "orderId", "serviceId", "optionId", line.title, line.quantity, line.amount,
       "taxName", "taxPercentage", "taxAmount", "payableAmount", sold.gift_card_id
     from jsonb_to_recordset($3::jsonb) as line (at timestamptz, "orderId" integer, "serviceId" integer,
       "optionId" integer, title text, quantity integer, amount numeric, "taxName" text, "taxPercentage" numeric,
       "taxAmount" numeric, "payableAmount" numeric)
     left join order_line_item sold on sold.account_id = $1 and sold.order_id = "orderId" and sold.booking_id is not null`,
    [orders.map(({ orderId }) => orderId), JSON.stringify(orders.flatMap(({ lines }) => lines))],
  );
}
