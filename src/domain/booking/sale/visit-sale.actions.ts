import type { ChangeToRecord } from '../../../outbox/change-log.js';
import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import type { RequestContext } from '../../context.js';
import { type Amount, toAmount, toDecimal } from '../../money.rules.js';
import { Order, OrderLineItem, OrderState, type SharedQuote } from '../../order/order.entity.js';
import {
  type Amounts,
  balanceDue,
  priceAfterDiscount,
  settledBy,
  spreadPayment,
  toCancelled,
  toSettlement,
} from '../../order/order.rules.js';
import { type CardShare, changeOrder, type LedgerEntry, lockCardShares } from '../../order/order-ledger.actions.js';
import { Booking, BookingState } from '../booking.entity.js';
import { isPaidFor } from '../fees/agreed-fees.rules.js';
import { placeLocks } from '../states/booking-lock.actions.js';
import { settleBooking } from '../states/booking-revision.actions.js';
import { hasExpired, isOngoing } from '../states/booking-state.rules.js';
import type { OrderUpdate, SoldBooking } from './sale.type.js';

/** The part of a booking that is not sold. */
const nothing: SharedQuote = {
  ...{ total: '0.00', discountAmount: '0.00', couponValueType: null, couponValue: null },
  ...{ deposit: null, isDemanded: false },
};

/**
 * Returns the part of a booking in the order of its visit, from the attributes of an order that it alone would have. What is to
 * be paid first stays as it was agreed.
 */
function toShare({ attributes, isDemanded }: OrderUpdate, before: SharedQuote = nothing): SharedQuote {
  const { total, discountAmount, couponValueType, couponValue, deposit } = { ...nothing, ...before, ...attributes };
  const price = { total, discountAmount, couponValueType, couponValue };
  return { ...price, deposit, isDemanded: isDemanded ?? before.isDemanded };
}

/**
 * Returns the order of a visit as that of one of its bookings alone, by which it is revised. Null if the visit has none, or
 * the booking has no price.
 */
export function orderOfShare(
  order: Order | null,
  { paidAmount, paidAt, couponId, state }: Booking,
  line: OrderLineItem | null,
): Order | null {
  if (!order || (!line && isOngoing(state))) return null;
  const share = { ...order, ...(line?.share ?? nothing), paidAmount: paidAmount ?? '0.00', couponId };
  const isEnded = order.state === OrderState.CANCELLED || !isOngoing(state);
  const settled = isEnded ? OrderState.CANCELLED : toSettlement(share, order.createdAt).state;
  return { ...share, state: settled, settledAt: paidAt };
}

/**
 * Locks the other bookings of the visits of locked bookings, with the places of those that are held: what changes the order
 * of one may settle it, and so confirm the others. Two transactions that begin with different bookings of a visit may
 * deadlock; one of them is retried.
 */
export async function lockVisitsOf(tx: AccountTransaction, bookings: readonly Booking[]): Promise<void> {
  const visitIds = [...new Set(bookings.flatMap(({ visitId }) => visitId ?? []))];
  if (visitIds.length === 0) return;
  const rows = await tx.query<{ id: number }>(
    'select id from booking where account_id = $1 and visit_id = any ($2::integer[])',
    [visitIds],
  );
  const locked = await tx.listLocked(
    Booking,
    rows.map(({ id }) => id),
  );
  await tx.lock(...(await placeLocks(tx, locked)));
}

/** The bookings of a visit whose sales change, with the order that all of them share. */
interface VisitSale {
  order: Order;
  /** All bookings of the visit, by rising id. */
  bookings: readonly Booking[];
  sold: readonly SoldBooking[];
  /** The lines of the order that sell bookings, before the change. */
  lines: readonly OrderLineItem[];
  /** The fees for cancelling in the order, which stay when bookings end. */
  fees: Amount;
  cards: readonly CardShare[];
}

/**
 * Reads the visits whose orders change, and lets the sales of each name the same order: new bookings were sold as if each had
 * its own. Call it under the locks of `lockVisitsOf`, before the first write.
 */
export async function readVisitSales(tx: AccountTransaction, sold: readonly SoldBooking[]): Promise<VisitSale[]> {
  const visits: VisitSale[] = [];
  for (const [visitId, group] of Map.groupBy(sold, ({ booking }) => booking.visitId)) {
    const updates = group.flatMap(({ sale }) => sale.order ?? []);
    const [first] = updates;
    if (visitId === null || !first) continue;
    const isNew = group.every(({ booking }) => !tx.tracker.hasRow(booking));
    const bookings = isNew ? group.map(({ booking }) => booking) : await tx.list(Booking, { visitId });
    const orderId = bookings.find((booking) => booking.orderId !== null)?.orderId ?? null;
    const order = orderId === null ? first.order : await tx.get(Order, orderId);
    for (const update of updates) update.order = order;
    const ofOrder = orderId === null ? [] : await tx.rows(OrderLineItem, { orderId, optionId: null });
    const lines = ofOrder.filter(({ bookingId }) => bookingId !== null);
    const fees = ofOrder.reduce((all, line) => all + (line.feeBookingId === null ? 0n : toAmount(line.amount)), 0n);
    const cards = (await lockCardShares(tx, [order])).get(order.id) ?? [];
    visits.push({ order, bookings, sold: group, lines, fees, cards });
  }
  return visits;
}

interface SoldVisit {
  changes: ChangeToRecord[];
  entries: LedgerEntry[];
  /** The other bookings that the change has settled. */
  settled: Booking[];
}

/**
 * Changes the order of a visit by the sales of its bookings. A booking that ends takes its lines out of the order as long as
 * others go on, or a fee is charged: what gift cards have paid above the new price returns to them, and other payments can be refunded. The last
 * one cancels the order.
 */
export async function sellVisit(
  context: RequestContext,
  tx: AccountTransaction,
  visit: VisitSale,
  isNew: boolean,
): Promise<SoldVisit> {
  const { order, bookings, sold, lines } = visit;
  const now = context.clock.now();
  const ongoing = bookings.filter(({ state }) => isOngoing(state));
  const shares = sharesOf(visit);
  const goesOn = ongoing.length > 0 || visit.fees > 0n;
  const ended = goesOn ? lines.filter((line) => ongoing.every(({ id }) => id !== line.bookingId)) : [];
  const applied = goesOn ? changeShares(visit, ongoing, shares, isNew, now, ended.length > 0) : cancel(visit);
  const ids = ended.flatMap(({ bookingId }) => bookingId ?? []);
  if (ids.length > 0) {
    tx.send(
      `delete from order_line_item where account_id = $1 and order_id = $2
         and (booking_id = any ($3::integer[]) or sold_with_id = any ($3::integer[]))`,
      [order.id, ids],
    );
  }
  for (const booking of bookings) booking.orderId ??= order.id;
  const changed = new Set<object>(sold.map(({ booking }) => booking));
  const { changes, settled } = await followOrderOfVisit(context, tx, order, bookings, shares, now);
  const ofOthers = changes.filter(({ record }) => settled.some((one) => one === record) || !changed.has(record));
  return {
    changes: [...applied.changes, ...ofOthers],
    entries: applied.entries,
    settled: settled.filter((booking) => !changed.has(booking)),
  };
}

/** The price of each booking after the change, also of those that end. Bookings without a price are absent. */
type Shares = ReadonlyMap<Booking, SharedQuote>;

function sharesOf({ bookings, sold, lines }: VisitSale): Shares {
  const updates = new Map(sold.map(({ booking, sale }) => [booking, sale.order]));
  return new Map(
    bookings.flatMap((booking): [Booking, SharedQuote][] => {
      const update = updates.get(booking);
      const share = lines.find(({ bookingId }) => bookingId === booking.id)?.share ?? undefined;
      if (update?.attributes.total === undefined) return share ? [[booking, share]] : [];
      update.share = toShare(update, share);
      return [[booking, update.share]];
    }),
  );
}

function changeShares(
  { order, sold, cards, fees }: VisitSale,
  ongoing: readonly Booking[],
  shares: Shares,
  isNew: boolean,
  now: Date,
  isShortened: boolean,
): Omit<SoldVisit, 'settled'> {
  const updates = sold.flatMap(({ sale }) => sale.order ?? []);
  const sum = (attribute: 'total' | 'discountAmount'): Amount =>
    ongoing.reduce((all, booking) => all + toAmount(shares.get(booking)?.[attribute] ?? '0'), 0n);
  const paidBefore = toAmount(order.paidAmount);
  const paid = updates.reduce((all, update) => all + paidBy(update), paidBefore);
  const price = { total: toDecimal(sum('total') + fees), discountAmount: toDecimal(sum('discountAmount')) };
  const amounts = { ...price, paidAmount: toDecimal(paid) };
  const settledAt = order.settledAt ?? updates.flatMap(({ attributes }) => attributes.settledAt ?? [])[0] ?? now;
  const settlement = toSettlement(amounts, settledAt);
  const byCards = cards.reduce((all, { amount }) => all + amount, 0n);
  const excess = -balanceDue(amounts);
  const limit = paid < paidBefore ? byCards - paid : isShortened && excess > 0n ? excess : 0n;
  const payer = sold.find(({ booking, sale }) => sale.payer && (isNew || booking.id === booking.visitId))?.sale.payer;
  const attributes = {
    ...price,
    deposit: depositOf(ongoing.flatMap((booking) => shares.get(booking) ?? [])),
    ...(paid !== paidBefore && { paidAmount: amounts.paidAmount }),
    ...(isNew ? settlement : settledBy('reprice', order, settlement)),
    couponId: ongoing.find(({ couponId }) => couponId !== null)?.couponId ?? null,
    taxRounding: updates.flatMap((update) => update.attributes.taxRounding ?? [])[0] ?? order.taxRounding,
    personId: payer ? payer.id : order.personId,
  };
  return changeOrder(order, attributes, { shares: cards, limit }, isNew);
}

/** The sum of what the bookings agreed to pay first; null if none has a deposit, because all or nothing is paid first then. */
function depositOf(shares: readonly SharedQuote[]): string | null {
  if (shares.every(({ deposit }) => deposit === null)) return null;
  const sum = shares.reduce((all, share) => {
    const price = priceAfterDiscount(share);
    const agreed = share.deposit === null ? (share.isDemanded ? price : 0n) : toAmount(share.deposit);
    return all + (agreed < price ? agreed : price);
  }, 0n);
  return toDecimal(sum);
}

/** The amount that an update adds to the payment of the order; negative if it takes from it. */
function paidBy({ attributes: { paidAmount }, paidBefore = '0.00' }: OrderUpdate): Amount {
  return paidAmount === undefined ? 0n : toAmount(paidAmount) - toAmount(paidBefore);
}

function cancel({ order, cards }: VisitSale): Omit<SoldVisit, 'settled'> {
  if (order.state === OrderState.CANCELLED) return { changes: [], entries: [] };
  return changeOrder(order, toCancelled(order), { shares: cards, limit: toAmount(order.paidAmount) });
}

/**
 * Gives the bookings of a visit their parts of what was paid for its order, and settles those that were waiting for it.
 *
 * @param shares the prices of those that have one
 */
export async function followOrderOfVisit(
  context: RequestContext,
  tx: AccountTransaction,
  order: Order,
  bookings: readonly Booking[],
  shares: ReadonlyMap<Booking, Pick<Amounts, 'total' | 'discountAmount'>>,
  now: Date,
): Promise<{ changes: ChangeToRecord[]; settled: Booking[] }> {
  const sharing = bookings.filter((booking) => shares.has(booking) || !isOngoing(booking.state));
  const parts = spreadPayment(
    toAmount(order.paidAmount),
    sharing.map((booking) => {
      const share = isOngoing(booking.state) ? shares.get(booking) : undefined;
      return { payable: share ? priceAfterDiscount(share) : 0n, paid: toAmount(booking.paidAmount ?? '0') };
    }),
  );
  for (const [index, booking] of sharing.entries()) {
    const part = parts[index] ?? 0n;
    if (part !== toAmount(booking.paidAmount ?? '0')) booking.paidAmount = part > 0n ? toDecimal(part) : null;
    if (part > 0n) booking.paidAt ??= order.settledAt;
    else if (booking.paidAmount === null) booking.paidAt = null;
  }
  const settled: Booking[] = [];
  for (const booking of bookings) {
    const isAwaited = booking.state === BookingState.AWAITING_PAYMENT && tx.tracker.hasRow(booking);
    if (!isPaidFor(booking, order) || !isAwaited || hasExpired(booking, now)) continue;
    await settleBooking(context, tx, booking, now);
    settled.push(booking);
  }
  const changes = bookings.map((booking): ChangeToRecord => {
    const isConfirmed = booking.state === BookingState.CONFIRMED && settled.includes(booking);
    return { name: isConfirmed ? 'booking.confirmed' : 'booking.modified', record: booking };
  });
  return { changes, settled };
}
