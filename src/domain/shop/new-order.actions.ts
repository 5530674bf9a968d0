import { type ChangeToRecord, recordAll } from '../../outbox/change-log.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { inItem, invalid, rejectIfAny } from '../../platform/errors.js';
import { languageOf, wordingFor } from '../../platform/language.js';
import { siteAddress } from '../account/site-address.rules.js';
import { isRetryableConflict } from '../booking/states/booking-revision.actions.js';
import { changedBy, type RequestContext } from '../context.js';
import { Coupon } from '../coupon/coupon.entity.js';
import {
  applyCouponChanges,
  type CouponChange,
  couponLocks,
  getUsableCoupon,
  listGivenCodes,
  reportOnGivenCoupon,
  resolveCouponCode,
} from '../coupon/coupon-use.actions.js';
import { MessageChannel } from '../messaging/delivery/message.entity.js';
import { queueBuiltInMessage } from '../messaging/delivery/message-queue.actions.js';
import { toDecimal } from '../money.rules.js';
import { Order, OrderLineItem, OrderState } from '../order/order.entity.js';
import { type Amounts, balanceDue, toSettlement } from '../order/order.rules.js';
import { notificationChannels, notifyAccount } from '../order/order-notification.actions.js';
import { deliverOrder, readSoldItems } from '../order/order-settlement.actions.js';
import { type TaxOfLine, taxOrder, untaxed } from '../order/order-tax.rules.js';
import { newOrderText, receivedOrderText } from '../order/order-texts.rules.js';
import { issuePackages, type PackageTerms } from '../package/sold-packages.actions.js';
import { resolveBookingPerson, saveBookingPeople, toPeopleRequest } from '../person/booking-person.actions.js';
import { findPayer } from '../person/guardian.queries.js';
import { People } from '../person/people.queries.js';
import { Person } from '../person/person.entity.js';
import { BookingType, Service } from '../service/service.entity.js';
import { TaxRate } from '../tax-rate/tax-rate.entity.js';
import { couponUseOf, discountOnItems, isDiscounted, type PricedItem, priceItem, totalOf } from './line-item.rules.js';
import type { NewOrderInput, OrderLineItemInput } from './new-order.input.js';

/**
 * Creates an order of products and gift cards, without a booking. A free order is settled and delivered at once.
 *
 * @throws DomainError INVALID by attribute
 */
export function createOrder(context: RequestContext, input: NewOrderInput): Promise<Order> {
  return context.db.transaction((tx) => writeNewOrder(context, tx, input), { isRetryable: isRetryableConflict });
}

/** The attributes that only the order of a visitor has. */
interface VisitorOrder extends Pick<Order, 'recipient' | 'tokenHash'> {
  /** The secret of the link to the order. */
  token: string;
}

/** Does the same in a transaction. */
export async function writeNewOrder(
  context: RequestContext,
  tx: AccountTransaction,
  input: NewOrderInput,
  { token, ...visitor }: Partial<VisitorOrder> = {},
): Promise<Order> {
  const items = await priceItems(context, tx, input.orderLineItems);
  const { couponId, personId, personAttributes } = resolveCouponCode(await listGivenCodes(tx, [input]), input);
  await tx.lock(...couponLocks(couponId ?? null));
  const request = { currentId: null, personId, attributes: personAttributes, verification: undefined };
  const people = new People(context, tx);
  await people.lock([toPeopleRequest(context, request)]);
  const found = await resolveBookingPerson(context, tx, { ...request, people });
  rejectIfAny(found.errors);
  const sellsPackages = items.some(({ terms }) => terms !== null);
  if (sellsPackages && !found.person) throw invalid({ person: ["can't be blank"] });
  const coupon = await reportOnGivenCoupon(input, () => findCoupon(context, tx, couponId ?? null, items));

  const { taxRounding, lines, ...amounts } = quoteItems(context, items, coupon);
  await saveBookingPeople(context, tx, [found]);
  const ownerId = found.person?.id ?? null;
  // The package of a dependant is hers, its order that of the one who pays for her.
  const payerId = sellsPackages && found.person ? await findPayer(tx, found.person) : ownerId;
  const order = Object.assign(tx.create(Order, context.clock.now()), {
    ...amounts,
    ...toSettlement(amounts, context.clock.now()),
    ...{ ...visitor, taxRounding },
    personId: payerId,
    couponId: coupon?.id ?? null,
  });
  const uses: CouponChange[] = coupon ? [{ name: 'coupon.used', coupon }] : [];
  const changes: ChangeToRecord[] = [{ name: 'order.created', record: order }, ...applyCouponChanges(uses)];
  await recordAll(tx, changes, changedBy(context));
  await writeItems(tx, order, lines);
  if (sellsPackages) await issueSoldPackages(context, tx, order, items, ownerId);
  if (order.state === OrderState.CONFIRMED) await deliverOrder(context, tx, order);
  await announceOrder(context, tx, order, token);
  return order;
}

/** An item with the terms of the package that it sells; null for other items. */
interface OrderedItem extends PricedItem {
  terms: PackageTerms | null;
}

async function priceItems(
  { account }: RequestContext,
  tx: AccountTransaction,
  inputs: readonly OrderLineItemInput[],
): Promise<OrderedItem[]> {
  if (inputs.length === 0) throw invalid({ orderLineItems: ["can't be blank"] });
  const rows = await tx.rows(Service, { id: { $in: inputs.map(({ serviceId }) => serviceId) }, active: true });
  const services = new Map(rows.map((row) => [row.id, row]));
  const rateIds = [...new Set(rows.flatMap(({ taxRateId }) => taxRateId ?? []))];
  const rates = new Map((await tx.listByIds(TaxRate, rateIds)).map((rate) => [rate.id, rate]));
  return inputs.map((input, index) => {
    const service = services.get(input.serviceId);
    const priced = priceItem(input, service, account.currency, rates.get(service?.taxRateId ?? 0) ?? null);
    if ('item' in priced) {
      return { ...priced.item, terms: service?.bookingType === BookingType.PACKAGE ? service : null };
    }
    throw invalid({ orderLineItems: inputs.length === 1 ? priced.errors : inItem(index + 1, priced.errors) });
  });
}

async function findCoupon(
  context: RequestContext,
  tx: AccountTransaction,
  couponId: number | null,
  items: readonly PricedItem[],
): Promise<Coupon | null> {
  if (couponId === null) return null;
  const scope = (await tx.find(Coupon, couponId)) ?? { appliesTo: null };
  return getUsableCoupon(context, tx, couponId, couponUseOf(items, scope));
}

/** The price of an order with its lines. Nothing is computed about tax if no item has a rate. */
function quoteItems(
  { account: { currency, taxRounding } }: RequestContext,
  items: readonly PricedItem[],
  coupon: Coupon | null,
): Amounts & Pick<Order, 'taxRounding'> & { lines: NewLine[] } {
  const discount = discountOnItems(items, coupon, currency);
  const priced = { total: toDecimal(totalOf(items)), discountAmount: toDecimal(discount), paidAmount: '0.00' };
  if (items.every(({ rate }) => rate === null)) {
    return { ...priced, taxRounding: null, lines: items.map((item) => ({ ...item, ...untaxed })) };
  }
  const rated = items.map((item) => ({ ...item, isDiscounted: coupon !== null && isDiscounted(item, coupon) }));
  const taxed = taxOrder(rated, discount, taxRounding ?? 'line', currency);
  return { ...priced, ...taxed, lines: items.map((item, index) => ({ ...item, ...(taxed.lines[index] ?? untaxed) })) };
}

/** A line that is not yet written. */
type NewLine = PricedItem & TaxOfLine;

async function writeItems(tx: AccountTransaction, { id, createdAt }: Order, items: readonly NewLine[]): Promise<void> {
  await tx.query(
    `insert into order_line_item (account_id, created_at, updated_at, order_id, service_id, quantity, amount,
       tax_name, tax_percentage, tax_amount, payable_amount)
     select $1, $2, $2, $3, "serviceId", quantity, amount, "taxName", "taxPercentage", "taxAmount", "payableAmount"
     from jsonb_to_recordset($4::jsonb) as item ("serviceId" integer, quantity integer, amount numeric, "taxName" text,
       "taxPercentage" numeric, "taxAmount" numeric, "payableAmount" numeric)`,
    [createdAt, id, JSON.stringify(items)],
  );
}

async function issueSoldPackages(
  context: RequestContext,
  tx: AccountTransaction,
  { id: orderId, personId: purchasedByPersonId, state }: Order,
  items: readonly OrderedItem[],
  personId: number | null,
): Promise<void> {
  const rows = await tx.rows(OrderLineItem, { orderId }, { orderBy: { id: 'asc' } });
  const sold = rows.flatMap(({ id, quantity }, index) => {
    const terms = items[index]?.terms;
    return terms ? [{ id, quantity, terms }] : [];
  });
  await issuePackages(context, tx, sold, { personId, purchasedByPersonId, isPaid: state === OrderState.CONFIRMED });
}

/**
 * Queues the messages about a new order without a booking: to the account by the channels of its notifications, and to a
 * visitor whose order is not paid yet, with the link to the order. Call it after the order and its items were written.
 *
 * @param token the secret of the link; undefined for an order that is not a visitor's
 */
async function announceOrder(
  context: RequestContext,
  tx: AccountTransaction,
  order: Order,
  token: string | undefined,
): Promise<void> {
  const { account, address } = context;
  const recipient = order.state === OrderState.PENDING && token !== undefined ? order.recipient : null;
  if (notificationChannels(context).length === 0 && recipient === null) return;
  const buyer = order.personId === null ? null : await tx.find(Person, order.personId);
  const items = await readSoldItems(tx, order.id);
  const { name: accountName, currency, countryCode, locale } = account;
  const sold = { accountName, orderId: order.id, currency, countryCode, items };
  const facts = { ...sold, balance: toDecimal(balanceDue(order)) };
  const notification = newOrderText(languageOf(locale), { ...facts, buyer: buyer?.name ?? null });
  await notifyAccount(context, tx, notification, buyer);
  if (recipient === null) return;
  const link = address ? `${siteAddress(address, account, context)}/shop/orders/${token}` : '';
  const customer = wordingFor(languageOf(buyer?.locale, locale), account);
  const text = receivedOrderText(customer, facts, link);
  const shell = { kind: 'order_received' as const, channel: MessageChannel.EMAIL, recipient, customer };
  await queueBuiltInMessage(context, tx, { ...shell, ...text, ...(buyer && { personId: buyer.id }) });
}
