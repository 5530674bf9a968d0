import { Field, Int, ObjectType } from 'type-graphql';
import type { AccountDatabase } from '../../platform/database/account-database.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { countAttempt } from '../../platform/database/attempt-limiter.js';
import { type FieldErrors, hasErrors, invalid, notFound } from '../../platform/errors.js';
import { listCost } from '../../platform/list-cost.js';
import { Decimal, Instant } from '../../platform/scalars.js';
import { createAccountToken, parseAccountToken } from '../account/account-token.rules.js';
import { openRecordToken } from '../account/record-token.rules.js';
import type { PublicPersonInput } from '../booking/public/public-booking.input.js';
import { publicBookingLimits, removeUrls } from '../booking/public/public-booking.rules.js';
import { isRetryableConflict } from '../booking/states/booking-revision.actions.js';
import { isVisitor, type RequestContext } from '../context.js';
import { limitCouponGuesses } from '../coupon/coupon-use.actions.js';
import { toDecimal } from '../money.rules.js';
import { Order, type OrderLineItem, OrderState } from '../order/order.entity.js';
import { balanceDue, dueAmounts, priceAfterDiscount } from '../order/order.rules.js';
import { taxAmountOf } from '../order/order-tax.rules.js';
import { requireActing } from '../person/guardian.queries.js';
import { validateName } from '../text/contact-details.js';
import { writeNewOrder } from './new-order.actions.js';
import type { PublicOrderInput } from './new-order.input.js';

@ObjectType({ simpleResolvers: true, description: "An item of a visitor's order." })
class PublicOrderItem {
  @Field(() => Int) serviceId!: number;
  @Field(() => String) title!: string;
  @Field(() => Int, { description: 'The number of units.' }) quantity!: number;
  @Field(() => Decimal, { description: 'The price of one unit.' }) amount!: string;
}

@ObjectType({ simpleResolvers: true, description: "A gift card that a visitor's order has bought." })
class PublicGiftCard {
  @Field(() => String, { description: 'The code, with which it is redeemed.' }) code!: string;
  @Field(() => Decimal, { description: 'The balance.' }) value!: string;
}

/** The part of an order that the visitor who placed it may read. It has no attributes of people. */
@ObjectType({ simpleResolvers: true, description: 'An order, as the visitor who placed it sees it.' })
export class PublicOrder {
  @Field(() => Int, { description: 'The id, unique among the records of its type in the account.' }) id!: number;
  @Field(() => String, { description: "The secret of the order's link. Everybody who knows it sees the order." })
  token!: string;
  @Field(() => Instant, { description: 'When it was created.' }) createdAt!: Date;
  @Field(() => OrderState, { description: 'The state.' }) state!: OrderState;
  @Field(() => Decimal, { description: 'The price before the discount.' }) total!: string;
  @Field(() => Decimal, { description: 'The discount of the coupon, in the currency of the account.' })
  discountAmount!: string;
  @Field(() => Decimal, { description: 'The total without the discount, in the currency of the account.' })
  payableAmount!: string;
  @Field(() => Decimal, { nullable: true, description: 'The tax in `payableAmount`. Null if no item has a tax rate.' })
  taxAmount!: string | null;
  @Field(() => Decimal, { description: 'The amount paid.' }) paidAmount!: string;
  @Field(() => Decimal, { description: 'The amount left to pay.' }) balance!: string;
  @Field(() => Decimal, {
    nullable: true,
    description: 'The part of the deposit that is left to pay. Null without a deposit.',
  })
  dueNow!: string | null;
  @Field(() => Decimal, {
    nullable: true,
    description: 'The amount left to pay at the appointment, beside the deposit. Null without a deposit.',
  })
  dueLater!: string | null;
  @Field(() => [PublicOrderItem], { description: 'The items that are sold.', complexity: listCost(5) })
  lineItems!: PublicOrderItem[];
  @Field(() => [PublicGiftCard], {
    description: 'The gift cards that were issued, once the order is fully paid.',
    complexity: listCost(5),
  })
  giftCards!: PublicGiftCard[];
}

/**
 * Places the order of a visitor. The response has a secret token, by which the visitor sees and pays the order.
 *
 * @throws DomainError INVALID by attribute; RateLimitError after too many orders or refused coupon codes
 */
export function placePublicOrder(context: RequestContext, given: PublicOrderInput): Promise<PublicOrder> {
  const { name, ...contact } = given.personAttributes ?? {};
  const personAttributes = { ...contact, ...(name && { name: removeUrls(name) }) };
  const personErrors = { ...validateBuyer(personAttributes), ...validateName(name) };
  if (hasErrors(personErrors)) throw invalid({ person: ['is invalid'], personAttributes: personErrors });
  const { token, hash } = createAccountToken(context.account.id);
  const visitor = { recipient: personAttributes.email?.trim() ?? null, tokenHash: hash, token };
  const place = (): Promise<PublicOrder> =>
    context.db.transaction(
      async (tx) => {
        const order = await writeNewOrder(context, tx, { ...given, personAttributes }, visitor);
        // In the transaction, so that a refused order does not count.
        if (isVisitor(context)) {
          await countAttempt({ ...context, db: tx }, publicBookingLimits(context, personAttributes));
        }
        return show(tx, order, token);
      },
      { isRetryable: isRetryableConflict },
    );
  return limitCouponGuesses(context, given, place);
}

/** A visitor needs a name, and an email address for the gift cards. */
function validateBuyer({ name, email }: PublicPersonInput): FieldErrors {
  return {
    ...(!name?.trim() && { name: ["can't be blank"] }),
    ...(!email?.trim() && { email: ["can't be blank"] }),
  };
}

/** Returns the order with that token. @throws DomainError NOT_FOUND */
export async function getPublicOrder(context: RequestContext, token: string): Promise<PublicOrder> {
  const id = await findOrderOfToken(context, token);
  const [order] = await context.db.rows(Order, { id }, { limit: 1 });
  if (!order) throw notFound();
  return show(context.db, order, token);
}

/** Returns the id of the order with that token. @throws DomainError NOT_FOUND */
export async function findOrderOfToken(
  { account, db, serverClock }: Pick<RequestContext, 'account' | 'db' | 'serverClock'>,
  token: string,
): Promise<number> {
  const opened = openRecordToken(account, 'order', token, serverClock.now());
  if (opened) {
    if (opened.guardianId !== null) await requireActing(db, opened.guardianId, await db.load(Order, opened.id));
    return opened.id;
  }
  const parsed = parseAccountToken(token);
  if (parsed?.accountId !== db.accountId) throw notFound();
  const [order] = await db.rows(Order, { tokenHash: parsed.hash }, { limit: 1 });
  if (!order) throw notFound();
  return order.id;
}

type Reader = Pick<AccountDatabase | AccountTransaction, 'query'>;

/** An order with the secret by which its visitor sees and pays it. */
interface TokenOfOrder {
  order: Order;
  token: string;
}

async function show(db: Reader, order: Order, token: string): Promise<PublicOrder> {
  const [shown] = await showOrders(db, [{ order, token }]);
  if (!shown) throw notFound();
  return shown;
}

/** Reads the items and gift cards of orders, by two statements for all of them. */
export async function showOrders(db: Reader, orders: readonly TokenOfOrder[]): Promise<PublicOrder[]> {
  const ids = orders.map(({ order }) => order.id);
  const [lineItems, giftCards] = await Promise.all([
    db.query<PublicOrderItem & OfOrder & Pick<OrderLineItem, 'taxAmount'>>(
      `select item.order_id as "orderId", item.service_id as "serviceId", service.title, item.quantity,
         item.amount::text as amount, item.tax_amount::text as "taxAmount"
       from order_line_item item
       join service on service.account_id = item.account_id and service.id = item.service_id
       where item.account_id = $1 and item.order_id = any ($2::integer[]) order by item.id`,
      [ids],
    ),
    db.query<PublicGiftCard & OfOrder>(
      `select item.order_id as "orderId", card.code, card.remaining::text as value from order_line_item item
       join gift_card card on card.account_id = item.account_id and card.order_line_item_id = item.id
       where item.account_id = $1 and item.order_id = any ($2::integer[]) and card.active order by card.id`,
      [ids],
    ),
  ]);
  const itemsOf = Map.groupBy(lineItems, ({ orderId }) => orderId);
  const cardsOf = Map.groupBy(giftCards, ({ orderId }) => orderId);
  return orders.map(({ order, token }) => {
    const { id, createdAt, state, total, discountAmount, paidAmount } = order;
    const due = order.deposit === null ? null : dueAmounts(order);
    return {
      ...{ id, token, createdAt, state, total, discountAmount, paidAmount },
      lineItems: itemsOf.get(id) ?? [],
      giftCards: cardsOf.get(id) ?? [],
      payableAmount: toDecimal(priceAfterDiscount(order)),
      taxAmount: taxAmountOf(itemsOf.get(id) ?? []),
      balance: toDecimal(balanceDue(order)),
      dueNow: due && toDecimal(due.now),
      dueLater: due && toDecimal(due.later),
    };
  });
}

interface OfOrder {
  orderId: number;
}
