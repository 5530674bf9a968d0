import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
import { instant, integer, requiredDecimal } from '../../platform/database/columns.js';
import { reference } from '../../platform/database/reference.js';
import type { Row } from '../../platform/database/rows.js';
import { createConnectionType } from '../connection.type.js';
import { Coupon } from '../coupon/coupon.entity.js';
import { Person } from '../person/person.entity.js';

export enum OrderState {
  PENDING = 'pending',
  CONFIRMED = 'confirmed',
  CANCELLED = 'cancelled',
}
registerEnumType(OrderState, {
  name: 'OrderState',
  description:
    'Pending until it is fully paid, then confirmed. Cancelled when its booking is cancelled, declined, deleted or expires.',
});

/** The price of a booking and the amount paid. Change it only under the lock of its booking. */
@Entity({ tableName: 'booking_order' })
@ObjectType({ simpleResolvers: true })
export class Order extends AccountRecord {
  @integer() personId: number | null = null;
  @integer() couponId: number | null = null;

  @Property({ type: 'string', length: 9 })
  @Field(() => OrderState)
  state = OrderState.PENDING;

  /** Before the discount. */
  @requiredDecimal(18) total = '0.00';
  @requiredDecimal(18) discountAmount = '0.00';
  @requiredDecimal(18) paidAmount = '0.00';
  @instant() settledAt: Date | null = null;

  @reference('personId', () => Person) person?: Row<Person> | null;
  @reference('couponId', () => Coupon) coupon?: Row<Coupon> | null;
}

@ObjectType()
export class OrderConnection extends createConnectionType(Order, 'Order') {}
