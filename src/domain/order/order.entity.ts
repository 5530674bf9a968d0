import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
import { instant, integer, requiredDecimal } from '../../platform/database/columns.js';
import { Coupon } from '../coupon/coupon.entity.js';
import { Person } from '../person/person.entity.js';
import { createConnectionType } from '../records/connection.type.js';
import { reference } from '../records/reference.js';

export enum OrderState {
  PENDING = 'pending',
  CONFIRMED = 'confirmed',
  CANCELLED = 'cancelled',
}
registerEnumType(OrderState, {
  name: 'OrderState',
  description:
    'Pending until it is fully paid, then confirmed. Cancelled by itself, or when its booking is cancelled, declined, deleted or expires.',
  valuesConfig: {
    PENDING: { description: 'It is not fully paid.' },
    CONFIRMED: { description: 'It is fully paid.' },
    CANCELLED: { description: 'It was cancelled, or its booking was cancelled, declined or deleted, or has expired.' },
  },
});

/**
 * A sale of a booking, or of products and gift cards, with the amount paid. Change it only under the lock of its booking,
 * or under its own lock if it sells no booking.
 */
@Entity({ tableName: 'booking_order' })
@ObjectType({
  simpleResolvers: true,
  description: 'What is sold, a booking or products and gift cards, with the price and the amount paid.',
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
