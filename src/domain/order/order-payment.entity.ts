import { Entity } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
import { integer, requiredDecimal, requiredInteger, text } from '../../platform/database/columns.js';
import type { ConstraintMessagesOf } from '../../platform/database/constraints.js';
import { createConnectionType } from '../records/connection.type.js';
import { reference } from '../records/reference.js';

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
}

@ObjectType()
export class OrderPaymentConnection extends createConnectionType(OrderPayment, 'OrderPayment') {}
