import type { AccountRecord } from '../../../platform/database/account-record.entity.js';
import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import { invalid, PriceConflictError, rejectIfAny } from '../../../platform/errors.js';
import { formatDecimal } from '../../../platform/scalars.js';
import type { RequestContext } from '../../context.js';
import { Coupon } from '../../coupon/coupon.entity.js';
import { type CouponChange, findKeptCoupon, getUsableCoupon } from '../../coupon/coupon-use.actions.js';
import { type AskedDeposit, depositOn } from '../../deposit.rules.js';
import { type RoundingOfTax, toAmount, toDecimal } from '../../money.rules.js';
import { Order, OrderLineItem, OrderState, type Quote } from '../../order/order.entity.js';
import {
  agreedDiscount,
  changesPayment,
  type GivenPayment,
  type OrderEvent,
  type PaidSum,
  paidWith,
  priceAfterDiscount,
  priceBeforeDiscount,
  quote,
  settledBy,
  statedSum,
  toCancelled,
  toSettlement,
  unitPriceOf,
  unpaid,
  validatePaidSum,
} from '../../order/order.rules.js';
import { type CardShare, lockCardShares } from '../../order/order-ledger.actions.js';
import {
  type AgreedRate,
  agreedRate,
  type TaxedOrder,
  type TaxOfLine,
  taxOrder,
  untaxed,
} from '../../order/order-tax.rules.js';
import { exchangeUnits, returnUnits, takeUnits } from '../../package/package-use.actions.js';
import type { Service } from '../../service/service.entity.js';
import { TaxRate } from '../../tax-rate/tax-rate.entity.js';
import type { BookedOption, Booking } from '../booking.entity.js';
import { differing } from '../placing/place.rules.js';
import { serviceOf } from '../states/booking-revision.actions.js';
import { feeIsCharged, hasExpired, isActive, isOngoing } from '../states/booking-state.rules.js';
import { noSale } from './sale.actions.js';
import type { OptionLine, OrderUpdate, Sale } from './sale.type.js';
import { lockVisitsOf, orderOfShare } from './visit-sale.actions.js';

/**
 * Creates the order of a new booking of a service with a price. Call it under the lock of the coupon. The order is
 * settled at once if it is free or the booking is created as paid.
 *
 * @param expectedPrice of the whole booking before a discount; any if undefined
 * @param deposit asked for; null for none
 * @throws DomainError INVALID on `couponId`, `paidAmount`; PriceConflictError
 */
export async function sellBooking(
  context: RequestContext,
  tx: AccountTransaction,
  booking: Booking,
  service: Pick<Service, 'price' | 'taxRateId' | 'paymentRequired'> | null,
  expectedPrice: string | undefined,
  deposit: AskedDeposit | null,
): Promise<Sale> {
  const { currency } = context.account;
  const price = await currentPrice(context, tx, booking, service);
  const { couponId } = booking;
  const amount = priceBeforeDiscount(price.amount, booking.count, booking.options);
  if (expectedPrice !== undefined && toAmount(expectedPrice) !== amount) {
    throw new PriceConflictError(formatDecimal(toDecimal(amount)));
  }
  const coupon = couponId === null ? null : await getUsableCoupon(context, tx, couponId, { ...booking, amount });
  const sale: Sale = { coupons: coupon ? [{ name: 'coupon.used', coupon }] : [] };
  if (price.amount === null && amount === 0n) return sale;
  const order = tx.create(Order, context.clock.now());
  const sum = statedSum(unpaid, booking);
  const quoted = quote(price.amount, booking.count, coupon, currency, booking.options);
  const priced = priceOrder(context, booking, order, quoted, sum, price);
  const agreed =
    deposit === null ? 0n : depositOn(priceAfterDiscount({ ...order, ...priced.attributes }), deposit, currency);
  if (agreed > 0n) priced.attributes.deposit = toDecimal(agreed);
  return { ...sale, order: { ...priced, isDemanded: service?.paymentRequired === true } };
}

/** Creates the order of a booking without a price, for a fee that may be charged or for a tip. Its payment is none. */
export function sellNothing({ clock }: RequestContext, tx: AccountTransaction): OrderUpdate {
  const now = clock.now();
  const order = tx.create(Order, now);
  const { total, discountAmount } = order;
  const attributes = { total, discountAmount, ...toSettlement(order, now) };
  return { order, attributes, line: { amount: '0', ...untaxed }, isDemanded: false };
}

/**
 * The orders of bookings that change, with the lines that were agreed. The first that is needed reads those of
 * all. Read them under the locks of the bookings.
 */
export class SoldOrders {
  #orders: Promise<ReadonlyMap<number, Order>> | undefined;
  #lines: Promise<ReadonlyMap<number, OrderLineItem>> | undefined;

  private constructor(
    private readonly tx: AccountTransaction,
    private readonly ids: readonly number[],
  ) {}

  static of(tx: AccountTransaction, bookings: readonly Pick<Booking, 'orderId'>[]): SoldOrders {
    return new SoldOrders(
      tx,
      bookings.flatMap(({ orderId }) => orderId ?? []),
    );
  }

  async find(id: number): Promise<Order | null> {
    this.#orders ??= this.tx.listByIds(Order, this.ids).then(byId);
    return (await this.#orders).get(id) ?? null;
  }

  /** Returns the line that sells a booking, or null if it has none. */
  async findLine(bookingId: number): Promise<OrderLineItem | null> {
    this.#lines ??= this.#readLines();
    return (await this.#lines).get(bookingId) ?? null;
  }

  async #readLines(): Promise<ReadonlyMap<number, OrderLineItem>> {
    const lines = await this.tx.rows(OrderLineItem, { orderId: { $in: [...this.ids] }, optionId: null });
    return new Map(lines.flatMap((line) => (line.bookingId === null ? [] : [[line.bookingId, line]])));
  }
}

/** The attributes on which the conditions of coupons depend. */
export const conditionAttributes = ['serviceId', 'count', 'resourceId', 'bookedFrom'] as const;
const priceAttributes = ['serviceId', 'count', 'couponId', 'packageId'] as const;

/** The parts of a change of a booking that are no attributes of it. */
interface SaleChange {
  /** The payment that the request contains. */
  given?: GivenPayment;
  /** Whether the booking's person changes, too. */
  isForAnother?: boolean;
  /** The person whose the booking becomes. By default its own. */
  personId?: number | null;
  /** Whether the coupon stays although its conditions are no longer met, because the account made the change. */
  keepsCoupon?: boolean;
}

/**
 * Decides how a change of a booking changes its sale. Call it under the locks of the booking and of the coupons before
 * and after. An agreed price stays until the service changes, that of options until others are chosen, and the
 * discount of a coupon until another is taken. The amounts of an order follow its booking also after it
 * is settled: the difference is left to pay or can be refunded. A package that pays from now on leaves the options to pay; without it,
 * the booking costs what its service costs now. What a gift card has paid returns to it only when the
 * payment is taken back or the booking ends. A settled order keeps its coupon.
 *
 * @throws DomainError INVALID on `couponId`, `packageId`, `paidAt`, `paidAmount`, and on `state` if an expired hold is paid
 */
export async function reviseSale(
  context: RequestContext,
  tx: AccountTransaction,
  orders: SoldOrders,
  before: Booking,
  booking: Booking,
  change: SaleChange,
): Promise<Sale> {
  const isOtherPackage = booking.packageId !== before.packageId;
  if (isOtherPackage && !isActive(before, context.clock.now())) {
    throw invalid({ packageId: ['needs an active booking'] });
  }
  const sale = await reviseOrder(context, tx, orders, before, booking, change);
  const { isForAnother = false, personId = booking.personId } = change;
  if (isOtherPackage) return { ...sale, packages: await exchangeUnits(context, tx, before, booking, personId) };
  if (booking.packageId === null || !isOngoing(before.state)) return sale;
  if (!isForAnother && differing(packageAttributes, before, booking).length === 0) return sale;
  return { ...sale, packages: await takeUnits(context, tx, booking, personId) };
}

/** The attributes on which depends whether a package pays for a booking. */
const packageAttributes = ['serviceId', 'count', 'bookedFrom'] as const;

async function reviseOrder(
  context: RequestContext,
  tx: AccountTransaction,
  orders: SoldOrders,
  before: Booking,
  booking: Booking,
  { given = {}, isForAnother = false, keepsCoupon = false }: SaleChange,
): Promise<Sale> {
  const isOtherChoice = booking.options !== before.options;
  const isRepriced = isOtherChoice || differing(priceAttributes, before, booking).length > 0;
  const isRechecked = booking.couponId !== null && differing(conditionAttributes, before, booking).length > 0;
  if (isRepriced && before.fee?.state === 'charged') {
    const attribute = booking.packageId === before.packageId ? 'serviceId' : 'packageId';
    throw invalid({ [attribute]: [feeIsCharged] });
  }
  const stated = statedSum(before, given);
  const isPaid = changesPayment(before, given);
  if (!isRepriced && !isRechecked && !isPaid && !isForAnother) return noSale;

  const isOfVisit = booking.visitId !== null;
  if (isOfVisit) await lockVisitsOf(tx, [booking]);
  const whole = booking.orderId === null ? null : await orders.find(booking.orderId);
  const order = isOfVisit ? orderOfShare(whole, before, await orders.findLine(booking.id)) : whole;
  if (booking.couponId !== before.couponId) rejectLateCoupon(context, before, booking, order);
  if (isPaid && order) rejectLatePayment(context, before, booking, order);
  const isConcerned = isRechecked || isRepriced;
  const price = isConcerned ? await priceOf(context, tx, orders, before, booking) : noPrice;
  const { coupon, couponChanges } = await reviseCoupon(
    context,
    tx,
    before,
    booking,
    price.amount,
    isConcerned,
    keepsCoupon,
  );
  const isSettled = order?.state === OrderState.CONFIRMED;
  if (
    order
      ? order.state === OrderState.CANCELLED || (isSettled && !isPaid && !isRepriced)
      : price.amount === null && !isSold(isRepriced, booking)
  ) {
    return { coupons: couponChanges };
  }
  if (!order && !isOngoing(before.state)) return { coupons: couponChanges };

  const revised = order ?? tx.create(Order, context.clock.now());
  const agreed = order && booking.couponId === before.couponId ? agreedDiscount(order) : null;
  const amounts = isRepriced
    ? quote(price.amount, booking.count, agreed ?? coupon, context.account.currency, booking.options)
    : revised;
  const sum = order ? stated : statedSum(unpaid, booking);
  const unitPrice = isRepriced ? price : undefined;
  const event = order ? eventOf(order, isPaid && !isRepriced) : undefined;
  const orderChange = priceOrder(context, booking, revised, amounts, sum, unitPrice, event);
  const cleared = isOtherChoice && booking.options === null && order ? { optionLines: [] } : {};
  if (isOfVisit) {
    const ofVisit = { order: whole ?? revised, paidBefore: revised.paidAmount };
    return { coupons: couponChanges, order: { ...orderChange, ...cleared, ...ofVisit } };
  }
  const returns = order && (await findReturns(tx, orderChange));
  return { coupons: couponChanges, order: { ...orderChange, ...cleared, ...returns } };
}

/** Whether a booking of a service without a price has chosen options with one, so that it needs an order. */
function isSold(isRepriced: boolean, { options }: Booking): boolean {
  return isRepriced && priceBeforeDiscount(null, 0, options) > 0n;
}

function eventOf({ state }: Order, isOnlyPaid: boolean): OrderEvent {
  if (!isOnlyPaid) return 'reprice';
  return state === OrderState.CONFIRMED ? 'takeBack' : 'pay';
}

/** The order of an ended booking accepts refunds only; an expired hold accepts no payment either. */
function rejectLatePayment({ clock }: RequestContext, before: Booking, booking: Booking, { state }: Order): void {
  if (state === OrderState.CANCELLED) {
    const attribute = differing(['paidAt'], before, booking).at(0) ?? 'paidAmount';
    throw invalid({ [attribute]: ["can't be changed when the order is cancelled"] });
  }
  if (hasExpired(before, clock.now())) throw invalid({ state: ['has expired'] });
}

function rejectLateCoupon({ clock }: RequestContext, before: Booking, booking: Booking, order: Order | null): void {
  if (order?.state === OrderState.CONFIRMED) {
    throw invalid({ couponId: ["can't be changed when the order is settled"] });
  }
  if (booking.couponId !== null && !isActive(before, clock.now())) {
    throw invalid({ couponId: ['needs an active booking'] });
  }
}

/** A price per person, null without one, with the tax rate that is in it. */
interface UnitPrice {
  amount: string | null;
  rate: AgreedRate | null;
  rounding: RoundingOfTax;
}

const noPrice: UnitPrice = { amount: null, rate: null, rounding: 'line' };

/** The price of a booking, or of its service now. A service without a rate needs no statement. */
async function currentPrice(
  { account: { currency, taxRounding } }: RequestContext,
  tx: AccountTransaction,
  booking: Booking,
  service: Pick<Service, 'price' | 'taxRateId'> | null,
): Promise<UnitPrice> {
  // The package has paid for the service, so only its options are left to pay.
  if (booking.packageId !== null) return noPrice;
  const rate = service?.taxRateId ? await tx.find(TaxRate, service.taxRateId) : null;
  const amount = unitPriceOf(booking.price ?? service?.price ?? null, currency, rate);
  return { amount, rate, rounding: taxRounding ?? 'line' };
}

/** The price per person: that of the booking or of its service if the service or the package changes, otherwise that of the order. */
async function priceOf(
  context: RequestContext,
  tx: AccountTransaction,
  orders: SoldOrders,
  before: Booking,
  booking: Booking,
): Promise<UnitPrice> {
  if (differing(['serviceId', 'packageId'], before, booking).length > 0) {
    return currentPrice(context, tx, booking, await serviceOf(tx, booking));
  }
  const { orderId } = booking;
  const line = orderId === null ? null : await orders.findLine(booking.id);
  if (orderId === null || !line) return noPrice;
  const rate = agreedRate(line);
  const agreed = (rate ?? booking.options) && (await orders.find(orderId))?.taxRounding;
  return { amount: line.amount, rate, rounding: agreed ?? 'line' };
}

async function reviseCoupon(
  context: RequestContext,
  tx: AccountTransaction,
  before: Booking,
  booking: Booking,
  price: string | null,
  isConcerned: boolean,
  keepsCoupon: boolean,
): Promise<{ coupon: Coupon | null; couponChanges: CouponChange[] }> {
  const { couponId } = booking;
  const use = { ...booking, amount: priceBeforeDiscount(price, booking.count, booking.options) };
  if (couponId === before.couponId) {
    if (couponId === null || !isConcerned) return { coupon: null, couponChanges: [] };
    const kept = keepsCoupon ? await tx.find(Coupon, couponId) : await findKeptCoupon(tx, couponId, use);
    return { coupon: kept, couponChanges: [] };
  }
  const coupon = couponId === null ? null : await getUsableCoupon(context, tx, couponId, use);
  const dropped = isOngoing(before.state) && before.couponId !== null ? await tx.find(Coupon, before.couponId) : null;
  const couponChanges: CouponChange[] = [];
  if (dropped) couponChanges.push({ name: 'coupon.returned', coupon: dropped });
  if (coupon) couponChanges.push({ name: 'coupon.used', coupon });
  return { coupon, couponChanges };
}

/**
 * Determines the amounts and the payment of an order, and assigns the payment to the booking.
 *
 * @param event by which the state of an order that exists may change
 * @throws DomainError INVALID on `paidAmount`
 */
function priceOrder(
  { account, clock }: RequestContext,
  booking: Booking,
  order: Order,
  { total: price, discountAmount, couponValueType, couponValue }: Quote,
  sum: PaidSum,
  unitPrice?: UnitPrice,
  event?: OrderEvent,
): OrderUpdate {
  const taxed = unitPrice && taxBooking(booking, unitPrice, discountAmount, account.currency);
  const amounts = { total: taxed?.total ?? price, discountAmount, paidAmount: order.paidAmount };
  rejectIfAny(validatePaidSum(sum, amounts));
  const paid = paidWith(amounts, sum, booking.paidAt, clock.now());
  Object.assign(booking, paid.booking);
  return {
    order,
    attributes: {
      ...{ ...amounts, couponValueType, couponValue },
      ...(event ? settledBy(event, order, paid.order) : paid.order),
      couponId: booking.couponId,
      ...(unitPrice && { taxRounding: taxed?.taxRounding ?? null }),
    },
    ...(unitPrice && { line: { amount: unitPrice.amount ?? '0', ...(taxed?.lines[0] ?? untaxed) } }),
    ...(unitPrice && booking.options && { optionLines: optionLines(booking.options, taxed?.lines.slice(1)) }),
  };
}

function optionLines(options: readonly BookedOption[], taxes: readonly TaxOfLine[] = []): OptionLine[] {
  return options.map(({ optionId, title, quantity, price: amount }, index) => {
    return { optionId, title, quantity, amount, ...(taxes[index] ?? untaxed) };
  });
}

/** Determines the tax of the lines of a booking, to all of which its discount applies. Undefined if it needs none. */
function taxBooking(
  { count: quantity, options, visitId }: Booking,
  { amount, rate, rounding }: UnitPrice,
  discountAmount: string,
  currency: string | null,
): TaxedOrder | undefined {
  const sold = { amount: amount ?? '0', quantity, rate, isDiscounted: true };
  const beside = (options ?? []).map((option) => {
    return { amount: option.price, quantity: option.quantity, rate: agreedRate(option), isDiscounted: true };
  });
  const lines = [sold, ...beside];
  const isTaxed = lines.some((line) => line.rate !== null);
  // Other bookings of a visit may have a rate, and documents sum the payable amounts of all lines.
  if (!isTaxed && visitId === null) return undefined;
  const taxed = taxOrder(lines, toAmount(discountAmount), rounding, currency);
  return isTaxed ? taxed : { ...taxed, taxRounding: null };
}

/** A reversed payment first reduces recorded payments; the rest is returned to gift cards. */
async function findReturns(
  tx: AccountTransaction,
  { order, attributes }: OrderUpdate,
): Promise<Pick<OrderUpdate, 'returns'>> {
  const paid = toAmount(order.paidAmount);
  const kept = toAmount(attributes.paidAmount ?? order.paidAmount);
  if (kept >= paid) return {};
  const shares = (await lockCardShares(tx, [order])).get(order.id) ?? [];
  const byCards = shares.reduce((sum, { amount }) => sum + amount, 0n);
  return { returns: { shares, limit: byCards - kept } };
}

/**
 * Locks and reads the coupons and orders that bookings release when they end. Payments of gift cards return to the
 * cards; other payments stay with the cancelled order until they are refunded. Call it before the first write, under
 * the locks of the bookings.
 *
 * @param keepsUnits whether a booking keeps the units of its package, because it ends too late
 */
export async function endSales(
  tx: AccountTransaction,
  bookings: readonly Booking[],
  keepsUnits: (booking: Booking) => boolean,
): Promise<Map<Booking, Sale>> {
  const couponIds = [...new Set(bookings.flatMap(({ couponId }) => couponId ?? []))];
  const orderIds = [...new Set(bookings.flatMap(({ orderId }) => orderId ?? []))];
  await lockVisitsOf(
    tx,
    bookings.filter(({ orderId }) => orderId !== null),
  );
  const coupons = byId(await tx.listLocked(Coupon, couponIds));
  const paidByUnits = bookings.filter((booking) => booking.packageId !== null && !keepsUnits(booking));
  const units = paidByUnits.length > 0 ? await returnUnits(tx, paidByUnits) : undefined;
  const orders = byId(orderIds.length > 0 ? await tx.list(Order, { id: { $in: orderIds } }) : []);
  const alone = bookings.filter(({ visitId }) => visitId === null);
  const shares = await lockCardShares(
    tx,
    alone.flatMap(({ orderId }) => orders.get(orderId ?? 0) ?? []),
  );
  const end = (booking: Booking): Sale => {
    const { couponId, orderId, visitId } = booking;
    const coupon = couponId === null ? undefined : coupons.get(couponId);
    const order = orderId === null ? undefined : orders.get(orderId);
    const cancelled = (of: Order): OrderUpdate =>
      visitId === null ? cancelOrder(of, shares.get(of.id) ?? []) : { order: of, attributes: {} };
    return {
      coupons: coupon ? [{ name: 'coupon.returned', coupon }] : [],
      packages: units?.get(booking),
      ...(order && order.state !== OrderState.CANCELLED && { order: cancelled(order) }),
    };
  };
  return new Map(bookings.map((booking) => [booking, end(booking)]));
}

function cancelOrder(order: Order, shares: readonly CardShare[]): OrderUpdate {
  return { order, attributes: toCancelled(order), returns: { shares, limit: toAmount(order.paidAmount) } };
}

function byId<Entity extends AccountRecord>(records: readonly Entity[]): Map<number, Entity> {
  return new Map(records.map((record) => [record.id, record]));
}
