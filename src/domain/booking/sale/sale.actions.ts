import { type ChangeToRecord, recordAll } from '../../../outbox/change-log.js';
import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import { changedBy, type RequestContext } from '../../context.js';
import { applyCouponChanges } from '../../coupon/coupon-use.actions.js';
import { toAmount } from '../../money.rules.js';
import { Order, OrderState } from '../../order/order.entity.js';
import type { DepositOrder } from '../../order/order.rules.js';
import { changeOrder, type LedgerEntry, type LedgerLines, writeEntries } from '../../order/order-ledger.actions.js';
import { applyPackageChanges } from '../../package/package-use.actions.js';
import { findPayer } from '../../person/guardian.queries.js';
import type { Person } from '../../person/person.entity.js';
import type { Booking } from '../booking.entity.js';
import { mergeMessageChoice, requestMessages } from '../messages/request-messages.actions.js';
import type { OrderUpdate, Sale, SoldBooking } from './sale.type.js';
import { readVisitSales, sellVisit } from './visit-sale.actions.js';

/** Returns the sale of a booking that is for that person now, whose order is that of the first guardian who pays. */
export async function soldTo(tx: AccountTransaction, sale: Sale, person: Person | undefined): Promise<Sale> {
  if (!sale.order) return sale;
  return { ...sale, payer: { id: person ? await findPayer(tx, person) : null } };
}

/** A sale that changes nothing. */
export const noSale: Sale = { coupons: [] };

/**
 * Takes back the uses of coupons and units of packages of a decided booking that is not written. Otherwise they would be written
 * with all other changes at the end of the transaction.
 */
export function dropSale({ coupons, packages = [] }: Sale): void {
  for (const { name, coupon } of coupons) {
    if (coupon.availability !== null) coupon.availability += name === 'coupon.used' ? 1 : -1;
  }
  for (const { package: given, units } of packages) given.used -= units;
}

/** Returns the order as the sale leaves it; null if the sale leaves it unchanged. */
export function orderAfter({ order }: Sale): DepositOrder | null {
  return order ? { ...order.order, ...order.attributes } : null;
}

/** Whether a new booking awaits the payment of its price, or of its deposit. */
export function isPaidFirst({ order }: Sale): boolean {
  if (order?.attributes.state !== OrderState.PENDING) return false;
  return order.isDemanded === true || (order.attributes.deposit ?? null) !== null;
}

/**
 * Writes several bookings and their sales at once. A coupon, package or gift card that several of them release gets one change,
 * which records its final state. The bookings of a visit change its order together, with the bookings that share it.
 */
export async function recordSales(
  context: RequestContext,
  tx: AccountTransaction,
  sold: readonly SoldBooking[],
): Promise<ReadonlySet<object>> {
  const changes: ChangeToRecord[] = [];
  const payments: LedgerLines[] = [];
  const isOfVisit = sold.some(({ booking }) => booking.visitId !== null);
  const visits = isOfVisit ? await readVisitSales(tx, sold) : [];
  const orders = sold.flatMap(({ sale }) => sale.order?.order ?? []);
  const added = new Set(orders.filter((order) => !tx.tracker.hasRow(order)));
  await tx.drawIds(Order, [...added]);
  for (const { name, booking, sale, isChangedElsewhere = false } of sold) {
    changes.push({ name, record: booking, isChangedElsewhere }, ...applyCouponChanges(sale.coupons));
    if (sale.packages) changes.push(...applyPackageChanges(sale.packages));
    if (!sale.order || booking.visitId !== null) continue;
    const applied = applyOrderChange(booking, sale.order, sale.payer, added.has(sale.order.order));
    changes.push(...applied.changes);
    payments.push({ order: sale.order.order, entries: applied.entries });
  }
  const settled: Booking[] = [];
  for (const visit of visits) {
    const applied = await sellVisit(context, tx, visit, added.has(visit.order));
    changes.push(...applied.changes);
    payments.push({ order: visit.order, entries: applied.entries });
    settled.push(...applied.settled);
  }
  const oncePerRecord = new Map(changes.map((change) => [change.record, change])).values();
  const changed = await recordAll(tx, [...oncePerRecord], changedBy(context));
  writeLineItems(tx, sold);
  writeOptionLines(tx, sold);
  await writeEntries(context, tx, payments);
  for (const booking of settled) await requestMessages(context, tx, [{ booking }], mergeMessageChoice(booking));
  return changed;
}

function applyOrderChange(
  booking: Booking,
  update: OrderUpdate,
  payer: Sale['payer'],
  isNew: boolean,
): { changes: ChangeToRecord[]; entries: LedgerEntry[] } {
  const { order, attributes } = update;
  const personId = payer ? payer.id : isNew ? booking.personId : order.personId;
  const applied = changeOrder(order, { ...attributes, personId }, update.returns, isNew);
  if (attributes.paidAmount === undefined && applied.entries.length > 0) followOrder(booking, order);
  if (isNew) booking.orderId = order.id;
  return applied;
}

/** Copies the payment of an order to its booking. */
export function followOrder(booking: Booking, order: Order): void {
  const isPaid = toAmount(order.paidAmount) > 0n;
  booking.paidAmount = isPaid ? order.paidAmount : null;
  booking.paidAt = isPaid ? (order.settledAt ?? booking.paidAt) : null;
}

/** Writes the line items of orders whose price is new. One refers to each booking of an order. */
function writeLineItems(tx: AccountTransaction, sold: readonly SoldBooking[]): void {
  const lines = sold.flatMap(({ booking, sale: { order: change } }) => {
    if (!change?.line) return [];
    const { order, line } = change;
    const { id: bookingId, serviceId, count } = booking;
    const { share = null } = change;
    return [{ at: order.updatedAt, orderId: order.id, bookingId, serviceId, count, share, ...line }];
  });
  if (lines.length === 0) return;
  tx.send(
    `insert into order_line_item
       (account_id, created_at, updated_at, order_id, booking_id, service_id, quantity, amount,
         tax_name, tax_percentage, tax_amount, payable_amount, share)
     select $1, at, at, "orderId", "bookingId", "serviceId", count, amount,
       "taxName", "taxPercentage", "taxAmount", "payableAmount", share
     from jsonb_to_recordset($2::jsonb) as line (at timestamptz, "orderId" integer, "bookingId" integer,
       "serviceId" integer, count integer, amount numeric, "taxName" text, "taxPercentage" numeric,
       "taxAmount" numeric, "payableAmount" numeric, share jsonb)
     on conflict (account_id, booking_id) do update
       set updated_at = excluded.updated_at, service_id = excluded.service_id, quantity = excluded.quantity,
         amount = excluded.amount, tax_name = excluded.tax_name, tax_percentage = excluded.tax_percentage,
         tax_amount = excluded.tax_amount, payable_amount = excluded.payable_amount,
         share = excluded.share`,
    [JSON.stringify(lines)],
  );
}

/** Replaces the line items of the options of bookings. The gift card that paid last for the booking did so for them, too. */
function writeOptionLines(tx: AccountTransaction, sold: readonly SoldBooking[]): void {
  const bookings = sold.flatMap(({ booking: { id: bookingId, serviceId, visitId }, sale: { order: change } }) => {
    if (!change?.optionLines) return [];
    const { order, optionLines } = change;
    const owner = { orderId: order.id, bookingId, soldWithId: visitId === null ? null : bookingId };
    return [{ ...owner, lines: optionLines.map((line) => ({ at: order.updatedAt, serviceId, ...owner, ...line })) }];
  });
  if (bookings.length === 0) return;
  tx.send(
    `with replaced as (
       delete from order_line_item item using unnest($2::integer[], $3::integer[]) as own (order_id, sold_with_id)
       where item.account_id = $1 and item.order_id = own.order_id and item.option_id is not null
         and item.sold_with_id is not distinct from own.sold_with_id)
     insert into order_line_item
       (account_id, created_at, updated_at, order_id, service_id, option_id, title, quantity, amount,
         tax_name, tax_percentage, tax_amount, payable_amount, gift_card_id, sold_with_id)
     select $1, at, at, "orderId", "serviceId", "optionId", line.title, line.quantity, line.amount,
       "taxName", "taxPercentage", "taxAmount", "payableAmount", sold.gift_card_id, "soldWithId"
     from jsonb_to_recordset($4::jsonb) as line (at timestamptz, "orderId" integer, "bookingId" integer,
       "soldWithId" integer, "serviceId" integer, "optionId" integer, title text, quantity integer, amount numeric,
       "taxName" text, "taxPercentage" numeric, "taxAmount" numeric, "payableAmount" numeric)
     left join order_line_item sold on sold.account_id = $1 and sold.booking_id = "bookingId"`,
    [
      bookings.map(({ orderId }) => orderId),
      bookings.map(({ soldWithId }) => soldWithId),
      JSON.stringify(bookings.flatMap(({ lines }) => lines)),
    ],
  );
}
