import { type ChangeToRecord, recordAll } from '../../../outbox/change-log.js';
import type { AccountTransaction, Lock } from '../../../platform/database/account-transaction.js';
import { invalid, notFound } from '../../../platform/errors.js';
import { changedBy, type RequestContext } from '../../context.js';
import { GiftCard } from '../../gift-card/gift-card.entity.js';
import { findGiftCardByCode } from '../../gift-card/gift-card.queries.js';
import { redemptionError } from '../../gift-card/gift-card.rules.js';
import { type Amount, roundDown, toAmount, toDecimal } from '../../money.rules.js';
import type { PaymentArguments, RedemptionArguments, RefundArguments } from '../../order/order.entity.js';
import { Order, OrderLineItem, OrderState, type Quote } from '../../order/order.entity.js';
import { amountError, balanceDue, refundableAmount, settledBy, toSettlement } from '../../order/order.rules.js';
import { type LedgerEntry, writeEntries } from '../../order/order-ledger.actions.js';
import { announcePayment } from '../../order/order-notification.actions.js';
import { deliverOrder } from '../../order/order-settlement.actions.js';
import { PaymentMethod, rejectMethodOfServer } from '../../order/payment-method.js';
import { openAmount, PaymentRefund } from '../../order/payment-refund.entity.js';
import { tipIn } from '../../order/tip.rules.js';
import { Booking, BookingState } from '../booking.entity.js';
import { isPaidFor, needsCard } from '../fees/agreed-fees.rules.js';
import { mergeMessageChoice, requestMessages } from '../messages/request-messages.actions.js';
import { lockBooking, placeLocks } from '../states/booking-lock.actions.js';
import { settleBooking } from '../states/booking-revision.actions.js';
import { hasExpired, isVerified } from '../states/booking-state.rules.js';
import { giveTip } from './give-tip.actions.js';
import { followOrder } from './sale.actions.js';
import { followOrderOfVisit } from './visit-sale.actions.js';

const maxTextLength = 255;

/**
 * Records a payment of an order. A payment of the whole balance settles the order, and advances its booking or delivers
 * its products and gift cards.
 *
 * @throws DomainError INVALID on `amount`, `reference`, on `orderId` if the order is settled or cancelled, on `state`
 * if its booking has expired; NOT_FOUND
 */
export function recordPayment(
  context: RequestContext,
  { orderId, amount, reference, method, recordedElsewhere }: PaymentArguments,
): Promise<Order> {
  return context.db.transaction(async (tx) => {
    rejectLongTexts({ reference, recordedElsewhere });
    rejectMethodOfServer(method);
    const locked = await lockPayableOrder(context, tx, orderId);
    rejectAmount(context, amount, balanceDue(locked.order));
    await pay(context, tx, locked, toAmount(amount), { ...stated({ reference, recordedElsewhere }), method });
    return locked.order;
  });
}

/**
 * Pays an order or a part of it from a gift card. The amount defaults to the lower of the balances of order and card.
 *
 * @throws DomainError INVALID on `code` for a card that can't be redeemed, otherwise like `recordPayment`; NOT_FOUND
 */
export function redeemGiftCard(
  context: RequestContext,
  { orderId, code, amount }: RedemptionArguments,
): Promise<Order> {
  return context.db.transaction(async (tx) => {
    const found = await findGiftCardByCode(tx, code);
    const locked = await lockPayableOrder(context, tx, orderId, ...(found ? [[GiftCard, found.id] as const] : []));
    const card = found && (await tx.find(GiftCard, found.id));
    if (!card) throw invalid({ code: ['does not exist'] });
    const problem = redemptionError(card, context.zone.dateAt(locked.now.getTime()));
    if (problem) throw invalid({ code: [problem] });

    const remaining = toAmount(card.remaining);
    const balance = balanceDue(locked.order);
    const most = remaining < balance ? roundDown(remaining, context.account.currency) : balance;
    const paid = amount ?? toDecimal(most);
    rejectAmount(context, paid, most);
    await pay(context, tx, locked, toAmount(paid), { card });
    return locked.order;
  });
}

/**
 * Records a refund of an order. All payments of a cancelled order can be refunded, otherwise the amount above the
 * price.
 *
 * @throws DomainError INVALID on `amount`, `reference`, and on `orderId` if there is nothing to refund; NOT_FOUND
 */
export function recordRefund(
  context: RequestContext,
  { orderId, amount, reference, method, recordedElsewhere, reason }: RefundArguments,
): Promise<Order> {
  return context.db.transaction(async (tx) => {
    rejectLongTexts({ reference, recordedElsewhere, reason });
    rejectMethodOfServer(method);
    const locked = await lockOrder(context, tx, orderId, [Order, orderId]);
    // The provider may still make an open refund, so its amount is not available.
    const refundable = refundableAmount(locked.order) - openAmount(await tx.rows(PaymentRefund, { orderId }));
    if (refundable <= 0n) throw invalid({ orderId: ['has nothing to refund'] });
    rejectAmount(context, amount, refundable);
    await writeRefund(context, tx, locked, {
      ...{ amount: toAmount(amount), method },
      ...stated({ reference, recordedElsewhere, reason }),
    });
    return locked.order;
  });
}

/** Writes a refund that was made. Call it under the locks of the order. */
export async function writeRefund(
  context: RequestContext,
  tx: AccountTransaction,
  { order, bookings, shares, now }: LockedOrder,
  { amount, ...entry }: Omit<LedgerEntry, 'giftCardId'>,
): Promise<void> {
  const paid = toAmount(order.paidAmount);
  // The payment may have been taken back during the request to the provider.
  const refunded = amount < paid ? amount : paid;
  if (refunded === 0n) return;
  order.paidAmount = toDecimal(paid - refunded);
  if (order.state === OrderState.CONFIRMED) {
    Object.assign(order, settledBy('refund', order, toSettlement(order, order.settledAt ?? now)));
  }
  const changes: ChangeToRecord[] = [{ name: 'order.refunded', record: order }];
  changes.push(...(await followPayment(context, tx, order, bookings, shares, now)));
  await recordAll(tx, changes, changedBy(context));
  await writeEntries(context, tx, [{ order, entries: [{ ...entry, amount: -refunded }] }]);
}

/** Counts a refund that was made and failed as paid again. The account gets a message. Call it under the locks of the order. */
export async function takeBackRefund(
  context: RequestContext,
  tx: AccountTransaction,
  locked: LockedOrder,
  amount: Amount,
): Promise<void> {
  await pay(context, tx, locked, amount, { method: PaymentMethod.ONLINE });
  await announcePayment(context, tx, locked.order, { amount: toDecimal(amount), subject: 'refundFailed' });
}

/** A payment that was made at a provider. */
interface ReceivedPayment {
  amount: Amount;
  /** The provider's identifier of the payment. */
  reference: string;
  /** The amounts that the page asked for; absent without a tip. */
  asked?: { amount: Amount; tip: Amount };
  /** Called under the locks of the order. Returns false if the payment was recorded before. */
  isNew: () => Promise<boolean>;
}

/**
 * Records a payment that was made, whatever became of the order meanwhile. What exceeds the price and the tip, or belongs to a
 * cancelled order or an expired hold, can be refunded. The account gets a message.
 *
 * @returns null if it was recorded before
 */
export async function recordReceivedPayment(
  context: RequestContext,
  tx: AccountTransaction,
  orderId: number,
  { amount, reference, asked, isNew }: ReceivedPayment,
): Promise<Order | null> {
  const locked = await lockOrder(context, tx, orderId, [Order, orderId]);
  if (!(await isNew())) return null;
  const { order, bookings } = locked;
  const states = bookings.map(({ state }) => state);
  const tip = asked && takesTip(locked) ? tipIn(amount, asked) : 0n;
  if (tip > 0n) await giveTip(context, tx, locked, tip, PaymentMethod.ONLINE);
  const paid = amount - tip;
  if (paid > 0n) await pay(context, tx, locked, paid, { reference, method: PaymentMethod.ONLINE });
  const isSameState = bookings.every(({ state }, index) => state === states[index]);
  // The messages of a booking that the payment confirms go to the account, too.
  if (isSameState) await announcePayment(context, tx, order, { amount: toDecimal(paid), tip: toDecimal(tip) });
  return order;
}

/** Whether the tip of a payment is one: otherwise the booking has ended, and everything can be refunded. */
function takesTip({ order, bookings, now }: LockedOrder): boolean {
  return order.state !== OrderState.CANCELLED && bookings.some((booking) => isVerified(booking, now));
}

type StatedTexts = Pick<RefundArguments, 'reference' | 'recordedElsewhere' | 'reason'>;

export function rejectLongTexts(texts: StatedTexts): void {
  for (const [name, text] of Object.entries(texts)) {
    if (text && text.length > maxTextLength) {
      throw invalid({ [name]: [`is too long (maximum is ${maxTextLength} characters)`] });
    }
  }
}

/** The texts as they are stored: null if they are empty. */
function stated({ reference, recordedElsewhere, reason }: StatedTexts): Pick<LedgerEntry, keyof StatedTexts> {
  return { reference: reference || null, recordedElsewhere: recordedElsewhere || null, reason: reason || null };
}

function rejectAmount({ account }: RequestContext, amount: string, most: Amount): void {
  const problems = amountError(amount, most, account.currency);
  if (problems) throw invalid({ amount: problems });
}

export interface LockedOrder {
  order: Order;
  /** One, or those of a visit. None if the order sells products or gift cards. */
  bookings: readonly Booking[];
  /** The prices of the bookings of a visit that have one. Null in other orders. */
  shares: ReadonlyMap<Booking, Quote> | null;
  /** Read after all locks were acquired. */
  now: Date;
}

/** Locks the bookings of an order with their places, or an order without any, and others. @throws DomainError NOT_FOUND */
export async function lockOrder(
  context: RequestContext,
  tx: AccountTransaction,
  orderId: number,
  ...others: Lock[]
): Promise<LockedOrder> {
  const lines = await tx.rows(OrderLineItem, { orderId });
  const line = lines.find(({ optionId }) => optionId === null);
  // An order of a visit has no line left if only bookings without a price go on.
  if (!line || line.share) return lockOrderOfVisit(context, tx, orderId, others);
  const bookingId = line.bookingId ?? line.feeBookingId;
  if (bookingId === null) {
    const order = await tx.getLocked(Order, orderId, ...others);
    return { order, bookings: [], shares: null, now: context.clock.now() };
  }
  const { booking, now } = await lockBooking(context, tx, bookingId, others);
  return { order: await tx.get(Order, orderId), bookings: [booking], shares: null, now };
}

async function lockOrderOfVisit(
  { clock }: RequestContext,
  tx: AccountTransaction,
  orderId: number,
  others: readonly Lock[],
): Promise<LockedOrder> {
  const rows = await tx.rows(Booking, { orderId });
  if (rows.length === 0) throw notFound();
  const bookings = await tx.listLocked(
    Booking,
    rows.map(({ id }) => id),
  );
  await tx.lock(...others, ...(await placeLocks(tx, bookings)));
  const lines = await tx.rows(OrderLineItem, { orderId });
  const shares = new Map(
    bookings.flatMap((booking): [Booking, Quote][] => {
      const share = lines.find(({ bookingId }) => bookingId === booking.id)?.share;
      return share ? [[booking, share]] : [];
    }),
  );
  return { order: await tx.get(Order, orderId), bookings, shares, now: clock.now() };
}

/** Locks an order that can be paid, like `lockOrder`. @throws DomainError INVALID on `orderId` or `state`, NOT_FOUND */
export async function lockPayableOrder(
  context: RequestContext,
  tx: AccountTransaction,
  orderId: number,
  ...others: Lock[]
): Promise<LockedOrder> {
  const locked = await lockOrder(context, tx, orderId, ...others);
  rejectUnpayable(locked);
  return locked;
}

/** @throws DomainError INVALID on `orderId` or `state` */
export function rejectUnpayable({ order, bookings, now }: LockedOrder): void {
  if (order.state === OrderState.CANCELLED) throw invalid({ orderId: ['is cancelled'] });
  if (order.state === OrderState.CONFIRMED) throw invalid({ orderId: ['is settled'] });
  if (bookings.some((booking) => hasExpired(booking, now))) throw invalid({ state: ['has expired'] });
}

/** Whether the hold of a booking of an order ends when a card is stored. */
export function awaitsCard({ order, bookings, now }: LockedOrder): boolean {
  return bookings.some((booking) => isAwaited(booking, now) && needsCard(booking, order));
}

/** Advances the bookings that were held until a card was stored. Call it under the locks of the order. */
export async function followCard(
  context: RequestContext,
  tx: AccountTransaction,
  { bookings, now }: LockedOrder,
): Promise<void> {
  const held = bookings.filter((booking) => isAwaited(booking, now));
  for (const booking of held) await settleBooking(context, tx, booking, now);
  const changes = held.map((record): ChangeToRecord => {
    return { name: record.state === BookingState.CONFIRMED ? 'booking.confirmed' : 'booking.modified', record };
  });
  await recordAll(tx, changes, changedBy(context));
  await announceSettled(context, tx, held);
}

function isAwaited(booking: Booking, now: Date): boolean {
  return booking.state === BookingState.AWAITING_PAYMENT && !hasExpired(booking, now);
}

/** Requests the messages of bookings that a payment or a card has advanced. */
async function announceSettled(
  context: RequestContext,
  tx: AccountTransaction,
  settled: readonly Booking[],
): Promise<void> {
  if (!settled[0]) return;
  const steps = settled.map((booking) => ({ booking }));
  await requestMessages(context, tx, steps, mergeMessageChoice(settled[0]));
}

async function pay(
  context: RequestContext,
  tx: AccountTransaction,
  { order, bookings, shares, now }: LockedOrder,
  amount: Amount,
  { card, ...entry }: { card?: GiftCard } & Omit<LedgerEntry, 'amount' | 'giftCardId'>,
): Promise<void> {
  const wasOpen = order.state === OrderState.PENDING;
  order.paidAmount = toDecimal(toAmount(order.paidAmount) + amount);
  if (wasOpen) Object.assign(order, settledBy('pay', order, toSettlement(order, now)));
  const isSettled = wasOpen && order.state === OrderState.CONFIRMED;
  const states = new Map(bookings.map((booking) => [booking, booking.state]));
  const changes: ChangeToRecord[] = [{ name: isSettled ? 'order.settled' : 'order.paid', record: order }];
  changes.push(...(await followPayment(context, tx, order, bookings, shares, now)));
  if (card) {
    card.remaining = toDecimal(toAmount(card.remaining) - amount);
    changes.push({ name: 'gift_card.redeemed', record: card });
  }
  await recordAll(tx, changes, changedBy(context));
  await writeEntries(context, tx, [{ order, entries: [{ ...entry, amount, giftCardId: card?.id ?? null }] }]);
  if (card) await setGiftCardOfLineItem(tx, order, card);
  const settled = bookings.filter((booking) => booking.state !== states.get(booking));
  await announceSettled(context, tx, settled);
  if (bookings.length === 0 && isSettled) await deliverOrder(context, tx, order);
}

/** Copies the payment of an order to its bookings, and advances those that were waiting for it. */
async function followPayment(
  context: RequestContext,
  tx: AccountTransaction,
  order: Order,
  bookings: readonly Booking[],
  shares: LockedOrder['shares'],
  now: Date,
): Promise<ChangeToRecord[]> {
  if (shares) return (await followOrderOfVisit(context, tx, order, bookings, shares, now)).changes;
  const changes: ChangeToRecord[] = [];
  for (const booking of bookings) {
    const { state } = booking;
    followOrder(booking, order);
    if (isAwaited(booking, now) && isPaidFor(booking, order)) await settleBooking(context, tx, booking, now);
    const isConfirmed = booking.state !== state && booking.state === BookingState.CONFIRMED;
    changes.push({ name: isConfirmed ? 'booking.confirmed' : 'booking.modified', record: booking });
  }
  return changes;
}

async function setGiftCardOfLineItem(tx: AccountTransaction, { id, updatedAt }: Order, card: GiftCard): Promise<void> {
  await tx.query(
    'update order_line_item set gift_card_id = $2, updated_at = $3 where account_id = $1 and order_id = $4',
    [card.id, updatedAt, id],
  );
}
