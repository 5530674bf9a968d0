import { Field, Int, ObjectType } from 'type-graphql';
import { listCost } from '../../platform/list-cost.js';
import { Decimal, Instant } from '../../platform/scalars.js';
import { OrderState } from '../order/order.entity.js';

@ObjectType({ simpleResolvers: true, description: "An item of a visitor's order." })
export class PublicOrderItem {
  @Field(() => Int) serviceId!: number;
  @Field(() => String) title!: string;
  @Field(() => Int, { description: 'The number of units.' }) quantity!: number;
  @Field(() => Decimal, { description: 'The price of one unit.' }) amount!: string;
}

@ObjectType({ simpleResolvers: true, description: "A gift card that a visitor's order has bought." })
export class PublicGiftCard {
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
  @Field(() => Decimal, { description: 'The amount paid.' }) paidAmount!: string;
  @Field(() => Decimal, { description: 'The amount left to pay.' }) balance!: string;
  @Field(() => [PublicOrderItem], { description: 'The items that are sold.', complexity: listCost(5) })
  lineItems!: PublicOrderItem[];
  @Field(() => [PublicGiftCard], {
    description: 'The gift cards that were issued, once the order is fully paid.',
    complexity: listCost(5),
  })
  giftCards!: PublicGiftCard[];
}
