import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { ArgsType, Extensions, Field, Int, ObjectType } from 'type-graphql';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
import { decimal, instant, integer, requiredDecimal, requiredInteger, text } from '../../platform/database/columns.js';
import type { ConstraintMessagesOf } from '../../platform/database/constraints.js';
import { describeEnum } from '../../platform/described-enum.js';
import { listCost } from '../../platform/list-cost.js';
import { Decimal } from '../../platform/scalars.js';
import { Coupon, type CouponValueType } from '../coupon/coupon.entity.js';
import type { RoundingOfTax } from '../money.rules.js';
import { Person } from '../person/person.entity.js';
import { shownWhenSet } from '../records/attributes.js';
import { createConnectionType } from '../records/connection.type.js';
import { reference } from '../records/reference.js';
import { PaidTax } from './paid-tax.type.js';
import { PaymentMethod } from './payment-method.js';

export enum OrderState {
  PENDING = 'pending',
  CONFIRMED = 'confirmed',
  CANCELLED = 'cancelled',
}
describeEnum(
  OrderState,
  'OrderState',
  'Pending until it is fully paid, then confirmed. Cancelled by itself, or when its booking is cancelled, declined, deleted or expires. A fee for cancelling late opens it again.',
  {
    PENDING: 'It is not fully paid.',
    CONFIRMED: 'It is fully paid.',
    CANCELLED: 'It was cancelled, or its booking was cancelled, declined or deleted, or has expired.',
  },
);

/**
 * A sale of a booking or a visit, or of products and gift cards, with the amount paid. Change it only under the locks of its
 * bookings, or under its own lock if it sells none.
 */
@Entity({ tableName: 'booking_order' })
@ObjectType({
  simpleResolvers: true,
  description: 'A sale of a booking or a visit, or of products and gift cards, with the price and the amount paid.',
})
export class Order extends AccountRecord {
  static readonly lockKind = 'order';

  @integer()
  @reference('person', 'Person', { description: 'The person who pays.' })
  personId: number | null = null;
  @integer()
  @reference('coupon', 'Coupon', { description: 'The coupon that reduces the price.' })
  couponId: number | null = null;

  @Property({ type: 'string', length: 9 })
  @Field(() => OrderState, { description: 'The state.' })
  state = OrderState.PENDING;

  @requiredDecimal({ description: 'The price before the discount.' }) total = '0.00';
  @requiredDecimal({ description: 'The discount of the coupon.' }) discountAmount = '0.00';
  @requiredDecimal({ description: 'The amount paid.' }) paidAmount = '0.00';
  @instant({ description: 'When it was fully paid. Null if it is not.' }) settledAt: Date | null = null;
  @decimal({
    description:
      'The deposit that was agreed when it was made. Its booking is held until that much is paid. Null without one.',
  })
  deposit: string | null = null;
  @Extensions({ [shownWhenSet]: true })
  @decimal({
    description: 'The tips that were given with it, less what was given back: no part of its price. Null without any.',
  })
  tipAmount: string | null = null;

  /**
   * The discount of the coupon as it was when a booking took it: what the account changes later is for others. Null without
   * a coupon, and for orders of products.
   */
  @Property({ type: 'string', length: 10, nullable: true, hidden: true })
  couponValueType: CouponValueType | null = null;

  @Property({ type: 'integer', nullable: true, hidden: true })
  couponValue: number | null = null;

  /** The rounding of its tax, as the account had it when it was made. Null if no line has a rate. */
  @Property({ type: 'string', length: 5, nullable: true, hidden: true })
  taxRounding: RoundingOfTax | null = null;

  /** The email address that a visitor gave; null if the order is not a visitor's. */
  @Property({ type: 'string', length: 255, nullable: true, hidden: true })
  recipient: string | null = null;

  /** The hash of the token in the visitor's link. */
  @Property({ type: 'string', length: 64, nullable: true, hidden: true })
  tokenHash: string | null = null;

  person?: Person | null;
  coupon?: Coupon | null;
}

@ObjectType()
export class OrderConnection extends createConnectionType(Order, 'Order') {}

/** The price of an order, with the discount that was agreed. */
export type Quote = Pick<Order, 'total' | 'discountAmount' | 'couponValueType' | 'couponValue'>;

/** The price of a booking of a visit, with the part of it that was agreed to be paid first. */
export interface SharedQuote extends Quote, Pick<Order, 'deposit'> {
  /** Whether its service demands the whole price. It has no deposit then. */
  isDemanded: boolean;
}

/** One item of an order. */
@Entity()
@ObjectType({ simpleResolvers: true, description: 'One item of an order.' })
export class OrderLineItem extends AccountRecord {
  @requiredInteger()
  @reference('order', 'Order', { nullable: false, description: 'The order of the item.' })
  orderId!: number;
  @integer()
  @reference('booking', 'Booking', {
    description:
      'The booking that is sold. Null for a fee, and for an option, which is sold with the booking of the order.',
  })
  bookingId: number | null = null;
  @integer()
  @reference('service', 'Service', { description: 'The service that is sold.' })
  serviceId: number | null = null;
  @integer({ description: 'The id of the last gift card that paid for it.' })
  @reference('giftCard', 'GiftCard', { description: 'The last gift card that paid for it.' })
  giftCardId: number | null = null;
  @Extensions({ [shownWhenSet]: true })
  @integer({ description: 'The id of the option that is sold with the booking of the order. Null for other items.' })
  optionId: number | null = null;
  @Extensions({ [shownWhenSet]: true })
  @text({ description: 'The title of the option when it was agreed. Null for other items.' })
  title: string | null = null;
  @requiredInteger({ description: 'The number of units.' }) quantity!: number;
  @requiredDecimal({ description: 'The price of one unit, with the tax if it has a rate.' }) amount!: string;
  /** The price of the line's booking with its options, in the order of a visit. Null in other orders. */
  @Property({ type: 'json', nullable: true, hidden: true })
  share: SharedQuote | null = null;

  /** The booking with which an option is sold, in the order of a visit. Null for other lines. */
  @Property({ type: 'integer', nullable: true, hidden: true })
  soldWithId: number | null = null;

  /** The booking whose cancellation fee it is. Null for other lines. */
  @Property({ type: 'integer', nullable: true, hidden: true })
  feeBookingId: number | null = null;

  @text({ description: 'The name of its tax rate when it was sold. Null without one.' }) taxName: string | null = null;
  @decimal({ description: 'The percentage of its tax rate when it was sold. Null without one.' })
  taxPercentage: string | null = null;
  @decimal({ description: 'The tax in its payable amount. Null without a tax rate.' }) taxAmount: string | null = null;
  @decimal({
    description:
      'The price of all its units without its share of the discount, with the tax. Null if no item of the order has a tax rate, unless it sells a visit.',
  })
  payableAmount: string | null = null;
}

@ObjectType()
export class OrderLineItemConnection extends createConnectionType(OrderLineItem, 'OrderLineItem') {}

@Entity()
@ObjectType({
  simpleResolvers: true,
  description:
    'A payment of an order, recorded or from a gift card. A negative amount was refunded, returned to the gift card or reversed. The payments of an order add up to its `paidAmount` and never change.',
})
export class OrderPayment extends AccountRecord {
  static readonly constraintMessages: ConstraintMessagesOf<OrderPayment> = {
    order_payment_reference_unique: { reference: ['has already been taken'] },
  };

  @requiredInteger()
  @reference('order', 'Order', { nullable: false, description: 'The order that was paid.' })
  orderId!: number;
  @integer()
  @reference('giftCard', 'GiftCard', { description: 'The gift card that paid.' })
  giftCardId: number | null = null;
  @requiredDecimal({ description: 'The amount. Negative if it was refunded, returned or reversed.' }) amount!: string;
  /** The payment provider's identifier. Unique, so that no payment or refund is recorded twice. */
  @text({ description: "The payment provider's identifier. Unique in the account." }) reference: string | null = null;

  @Property({ type: 'string', length: 9, nullable: true })
  @Field(() => PaymentMethod, {
    nullable: true,
    description: 'The way in which it was paid or refunded. Null if nobody said it.',
  })
  method: PaymentMethod | null = null;
  @text({ description: 'The name of the actor who recorded it. Null for payments from before it was stored.' })
  recordedBy: string | null = null;
  @text({ description: 'The number of its receipt in a cash register. Null if it was recorded in none.' })
  recordedElsewhere: string | null = null;
  @text({ description: 'The reason why it was refunded. Null if nobody said it.' }) reason: string | null = null;

  /** Null without tax rates. */
  @Property({ type: 'json', nullable: true })
  @Field(() => [PaidTax], {
    nullable: true,
    complexity: listCost(2),
    description: 'Its parts by tax rate, as they were when it was recorded. Null if no item of the order had a rate.',
  })
  taxes: PaidTax[] | null = null;
}

@ObjectType()
export class OrderPaymentConnection extends createConnectionType(OrderPayment, 'OrderPayment') {}

const recordedElsewhere = 'The number of its receipt in a cash register. Default: none.';

@ArgsType()
export class PaymentArguments {
  @Field(() => Int)
  orderId!: number;

  @Field(() => Decimal, { description: 'At most the balance of the order.' })
  amount!: string;

  @Field(() => String, {
    nullable: true,
    description:
      "The payment provider's identifier of the payment. A reference that is already recorded is rejected, so a retry records nothing twice. Default: none.",
  })
  reference?: string | null;
  @Field(() => PaymentMethod, { nullable: true, description: 'The way in which it was paid. Default: not stated.' })
  method?: PaymentMethod | null;
  @Field(() => String, { nullable: true, description: recordedElsewhere })
  recordedElsewhere?: string | null;
}

export const RefundReason = () =>
  Field(() => String, { nullable: true, description: 'The reason of the refund. Default: not stated.' });

@ArgsType()
export class RefundArguments {
  @Field(() => Int)
  orderId!: number;

  @Field(() => Decimal, { description: 'At most the `refundable` amount of the order.' })
  amount!: string;

  @Field(() => String, {
    nullable: true,
    description:
      "The payment provider's identifier of the refund. A reference that is already recorded is rejected, so a retry records nothing twice. Default: none.",
  })
  reference?: string | null;
  @Field(() => PaymentMethod, { nullable: true, description: 'The way in which it was refunded. Default: not stated.' })
  method?: PaymentMethod | null;
  @Field(() => String, { nullable: true, description: recordedElsewhere })
  recordedElsewhere?: string | null;
  @RefundReason() reason?: string | null;
}

@ArgsType()
export class RedemptionArguments {
  @Field(() => Int)
  orderId!: number;

  @Field(() => String, { description: 'The code of the gift card, in any case.' })
  code!: string;

  @Field(() => Decimal, {
    nullable: true,
    description: 'The amount to redeem. Defaults to the lower of the balances of the order and the card.',
  })
  amount?: string | null;
}
