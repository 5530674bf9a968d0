import { recordAll } from '../../../outbox/change-log.js';
import type { ChangeNameOf } from '../../../outbox/recorded-change.js';
import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import { invalid } from '../../../platform/errors.js';
import { languageOf, wordingFor } from '../../../platform/language.js';
import { textsIn } from '../../../texts/texts.js';
import { type FeeCause, isChargeable } from '../../cancellation-fee.rules.js';
import { changedBy, type RequestContext } from '../../context.js';
import { MessageChannel } from '../../messaging/delivery/message.entity.js';
import { queueBuiltInMessage } from '../../messaging/delivery/message-queue.actions.js';
import { type Amount, toAmount, toDecimal } from '../../money.rules.js';
import { Order, type OrderLineItem, OrderState, type SharedQuote } from '../../order/order.entity.js';
import { amountError, balanceDue, toSettlement } from '../../order/order.rules.js';
import { type AgreedRate, agreedRate } from '../../order/order-tax.rules.js';
import { feeText } from '../../order/order-texts.rules.js';
import { findPayer } from '../../person/guardian.queries.js';
import { Person } from '../../person/person.entity.js';
import { taxIn } from '../../tax-rate/tax.rules.js';
import { Booking } from '../booking.entity.js';
import { bookingLink } from '../link/booking-link.rules.js';
import type { LockedOrder } from '../sale/payment.actions.js';
import { lockVisitsOf } from '../sale/visit-sale.actions.js';
import { lockBooking } from '../states/booking-lock.actions.js';
import { isOngoing } from '../states/booking-state.rules.js';
import { lockBookingsOfVisit } from '../visits/visit.queries.js';
import { feeOf } from './agreed-fees.rules.js';

const maxReasonLength = 255;

/**
 * Charges the fee of a booking: it becomes the line of its order in place of what was sold, and what was paid before counts.
 * Repeated, it charges nothing more. The person gets a message with a link to pay what is left, unless a card is stored, which is charged
 * first.
 *
 * @param amount at most what was agreed, which is the default
 * @throws DomainError INVALID on `amount`, and on `state` if there is no fee to charge; NOT_FOUND
 */
export function chargeFee(
  context: RequestContext,
  id: number,
  amount?: string | null,
): Promise<{ booking: Booking; isNew: boolean }> {
  return context.db.transaction(async (tx) => {
    const { booking, now } = await lockWithVisit(context, tx, id);
    const fee = feeOf(booking);
    if (fee?.state === 'charged') return { booking, isNew: false };
    if (!fee || !isChargeable(fee, now)) throw invalid({ state: ['has no fee to charge'] });
    const charged = amount ?? fee.amount;
    const errors = amountError(charged, toAmount(fee.amount), context.account.currency);
    if (errors) throw invalid({ amount: errors });
    booking.fee = { ...fee, state: 'charged', charged: toDecimal(toAmount(charged)) };
    const order = await sellFee(context, tx, booking, toAmount(charged), now);
    if (!(await hasSavedCard(tx, order.id))) await askToPay(context, tx, booking, order);
    return { booking, isNew: true };
  });
}

/**
 * Waives the fee of a booking. One that was charged leaves its order, so that what was paid can be refunded.
 *
 * @throws DomainError INVALID on `reason`, and on `state` if there is no fee; NOT_FOUND
 */
export function waiveFee(context: RequestContext, id: number, reason: string): Promise<Booking> {
  const given = reason.trim();
  if (given === '') throw invalid({ reason: ["can't be blank"] });
  if (given.length > maxReasonLength) {
    throw invalid({ reason: [`is too long (maximum is ${maxReasonLength} characters)`] });
  }
  return context.db.transaction(async (tx) => {
    const { booking, now } = await lockWithVisit(context, tx, id);
    const fee = feeOf(booking);
    if (fee?.state === 'waived') return booking;
    if (!fee) throw invalid({ state: ['has no fee'] });
    booking.fee = { ...fee, state: 'waived', charged: null, reason: given };
    if (fee.state === 'charged') await removeFee(context, tx, booking, now);
    else {
      const changed = { name: 'booking.modified', record: booking, isChangedElsewhere: true } as const;
      await recordAll(tx, [changed], changedBy(context));
    }
    return booking;
  });
}

/** Locks a booking, and the others of its visit, which share its order. */
async function lockWithVisit(
  context: RequestContext,
  tx: AccountTransaction,
  id: number,
): Promise<{ booking: Booking; now: Date }> {
  // Bookings are locked by rising id, so those of a visit must be before the one.
  await lockBookingsOfVisit(tx, id);
  const locked = await lockBooking(context, tx, id);
  await lockVisitsOf(tx, [locked.booking]);
  return locked;
}

/** The parts of an order beside what is sold with one booking. */
interface OtherParts {
  total: Amount;
  discount: Amount;
  isSold: boolean;
  /** The tax rate of what was sold with the booking; null without one, or if it had left the order. */
  rate: AgreedRate | null;
}

const noParts: OtherParts = { total: 0n, discount: 0n, isSold: false, rate: null };

type Removed = Pick<OrderLineItem, 'bookingId' | 'taxName' | 'taxPercentage'>;

/**
 * Takes what is sold with a booking, or its fee, out of an order, and returns the rest. A cancelled order sells nothing any more,
 * so all but the fees of others leave it.
 */
async function clearParts(tx: AccountTransaction, { id: orderId, state }: Order, { id }: Booking): Promise<OtherParts> {
  const removed = await tx.query<Removed>(
    `delete from order_line_item where account_id = $1 and order_id = $2 and (fee_booking_id = $3 or
       (fee_booking_id is null and ($4 or (share is null and sold_with_id is null) or $3 in (booking_id, sold_with_id))))
     returning booking_id as "bookingId", tax_name as "taxName", tax_percentage::text as "taxPercentage"`,
    [orderId, id, state === OrderState.CANCELLED],
  );
  const lines = await tx.query<{ share: SharedQuote | null; fee: string | null }>(
    `select share, case when fee_booking_id is not null then amount::text end as fee from order_line_item
     where account_id = $1 and order_id = $2 and option_id is null`,
    [orderId],
  );
  const sum = (amounts: readonly (string | null | undefined)[]): Amount =>
    amounts.reduce((all, amount) => all + toAmount(amount ?? '0'), 0n);
  const sold = removed.find(({ bookingId }) => bookingId === id);
  return {
    total: sum(lines.map(({ share, fee }) => fee ?? share?.total)),
    discount: sum(lines.map(({ share, fee }) => (fee === null ? share?.discountAmount : null))),
    isSold: lines.length > 0,
    rate: sold ? agreedRate(sold) : null,
  };
}

async function sellFee(
  context: RequestContext,
  tx: AccountTransaction,
  booking: Booking,
  fee: Amount,
  now: Date,
): Promise<Order> {
  const found = booking.orderId === null ? null : await tx.get(Order, booking.orderId);
  const order = found ?? tx.create(Order, now);
  if (!found) {
    const person = booking.personId === null ? null : await tx.find(Person, booking.personId);
    await tx.drawIds(Order, [order]);
    order.personId = person && (await findPayer(tx, person));
    booking.orderId = order.id;
  }
  const others = found ? await clearParts(tx, order, booking) : noParts;
  reprice(order, { ...others, total: others.total + fee }, now);
  const isSettled = order.state === OrderState.CONFIRMED;
  await recordFee(
    context,
    tx,
    found ? (isSettled ? 'order.settled' : 'order.modified') : 'order.created',
    order,
    booking,
  );
  await writeLine(context, tx, order, booking, fee, others.rate);
  return order;
}

/** The tax rate of the line is that of what was sold, so that a deposit that pays for it keeps the tax that it was recorded with. */
async function writeLine(
  { account }: RequestContext,
  tx: AccountTransaction,
  { id, updatedAt }: Order,
  { id: bookingId, serviceId, visitId, fee: charged }: Booking,
  fee: Amount,
  rate: AgreedRate | null,
): Promise<void> {
  const amount = toDecimal(fee);
  const share = { total: amount, discountAmount: '0.00', couponValueType: null, couponValue: null, deposit: null };
  await tx.query(
    `insert into order_line_item (account_id, created_at, updated_at, order_id, fee_booking_id, service_id, title, quantity,
       amount, payable_amount, tax_name, tax_percentage, tax_amount, share)
     values ($1, $2, $2, $3, $4, $5, $6, 1, $7, $7, $8, $9, $10, $11)`,
    [
      ...[updatedAt, id, bookingId, serviceId, feeTitle(account, charged?.cause ?? 'cancellation'), amount],
      ...[rate?.name ?? null, rate?.percentage ?? null],
      rate && toDecimal(taxIn(fee, rate.percentage, account.currency)),
      visitId === null ? null : JSON.stringify({ ...share, isDemanded: false }),
    ],
  );
}

async function removeFee(context: RequestContext, tx: AccountTransaction, booking: Booking, now: Date): Promise<void> {
  if (booking.orderId === null) throw new Error('a charged fee without an order');
  const order = await tx.get(Order, booking.orderId);
  // Staff who cancelled the booking since have cancelled its order.
  const wasCancelled = order.state === OrderState.CANCELLED;
  const others = await clearParts(tx, order, booking);
  reprice(order, others, now);
  const isCancelled = wasCancelled || !(others.isSold || (await hasOthersOngoing(tx, booking)));
  if (isCancelled) Object.assign(order, { state: OrderState.CANCELLED, settledAt: null });
  await recordFee(context, tx, isCancelled && !wasCancelled ? 'order.cancelled' : 'order.modified', order, booking);
}

/** Whether others of the visit of a booking go on. Those that a package pays for have no line in their order. */
async function hasOthersOngoing(tx: AccountTransaction, { id, visitId }: Booking): Promise<boolean> {
  if (visitId === null) return false;
  const bookings = await tx.list(Booking, { visitId });
  return bookings.some((other) => other.id !== id && isOngoing(other.state));
}

/** A fee opens an order that was cancelled. What was paid for it counts, also if it is more. */
function reprice(order: Order, { total, discount }: OtherParts, now: Date): void {
  Object.assign(order, { total: toDecimal(total), discountAmount: toDecimal(discount) });
  if (discount === 0n) Object.assign(order, { couponId: null, couponValueType: null, couponValue: null });
  Object.assign(order, toSettlement(order, order.settledAt ?? now));
}

/** The fee of a booking is not in the change log, so the booking counts as changed elsewhere. */
async function recordFee(
  context: RequestContext,
  tx: AccountTransaction,
  name: ChangeNameOf<'order'>,
  order: Order,
  booking: Booking,
): Promise<void> {
  const ofBooking = { name: 'booking.modified', record: booking, isChangedElsewhere: true } as const;
  await recordAll(tx, [{ name, record: order }, ofBooking], changedBy(context));
}

/** The title of the line, in the language of the account, as documents print it. */
function feeTitle({ locale }: RequestContext['account'], cause: FeeCause): string {
  return textsIn(languageOf(locale)).messages.order.feeTitle[cause];
}

/** Asks the person for a charged fee that the stored card did not pay. */
export function askForFee(context: RequestContext, id: number): Promise<void> {
  return context.db.transaction(async (tx) => {
    const booking = await tx.getLocked(Booking, id);
    if (booking.orderId !== null) await askToPay(context, tx, booking, await tx.get(Order, booking.orderId));
  });
}

/** Asks for the charged fees of an order that the stored card refused later. Call it under the locks of the order. */
export async function askForFees(
  context: RequestContext,
  tx: AccountTransaction,
  { order, bookings }: Pick<LockedOrder, 'order' | 'bookings'>,
): Promise<void> {
  for (const booking of bookings.filter(({ fee }) => fee?.state === 'charged')) {
    await askToPay(context, tx, booking, order);
  }
}

async function hasSavedCard(tx: AccountTransaction, orderId: number): Promise<boolean> {
  const found = await tx.query(
    'select 1 from payment_checkout where account_id = $1 and order_id = $2 and saved_card is not null limit 1',
    [orderId],
  );
  return found.length > 0;
}

/** Queues the message to the person with what is left to pay, and the link to pay it. */
async function askToPay(
  context: RequestContext,
  tx: AccountTransaction,
  booking: Booking,
  order: Order,
): Promise<void> {
  const payer = order.personId === null ? null : await tx.find(Person, order.personId);
  if (!payer?.email || balanceDue(order) <= 0n) return;
  const { account, address, siteDomain, clock } = context;
  const linked = { ...booking, linkGuardianId: payer.id === booking.personId ? undefined : payer.id };
  const link = bookingLink(address, account, linked, { siteDomain, now: clock.now() });
  const language = wordingFor(languageOf(payer.locale, account.locale), account);
  const { cause = 'cancellation', charged } = booking.fee ?? {};
  const title = textsIn(language).messages.order.feeTitle[cause];
  const item = { title, quantity: 1, amount: charged ?? '0.00', taxName: null, taxAmount: null };
  const { name: accountName, currency, countryCode } = account;
  const facts = { accountName, currency, countryCode, items: [item], balance: toDecimal(balanceDue(order)) };
  await queueBuiltInMessage(context, tx, {
    ...{ kind: 'order', channel: MessageChannel.EMAIL, recipient: payer.email, ...feeText(language, facts, link) },
    ...{ personId: payer.id, bookingId: booking.id },
  });
}
