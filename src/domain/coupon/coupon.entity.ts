import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
import {
  choice,
  customData,
  decimal,
  flag,
  instant,
  integer,
  requiredInteger,
  requiredText,
  secretText,
} from '../../platform/database/columns.js';
import type { ConstraintMessagesOf } from '../../platform/database/constraints.js';
import { listCost } from '../../platform/list-cost.js';
import type { Range } from '../../platform/range.js';
import type { CustomData } from '../../platform/scalars.js';
import { createConnectionType } from '../connection.type.js';

export enum CouponValueType {
  PERCENTAGE = 'percentage',
  AMOUNT = 'amount',
}
registerEnumType(CouponValueType, {
  name: 'CouponValueType',
  description: 'Whether the value of a coupon is a percentage of the total or an amount in units of the currency.',
});

/** The services and resources that a coupon applies to; null means all. */
@ObjectType({ simpleResolvers: true })
export class CouponScope {
  @Field(() => [Int], { nullable: true, description: 'Ids.', complexity: listCost(10) })
  services!: number[] | null;

  @Field(() => [Int], { nullable: true, description: 'Ids.', complexity: listCost(10) })
  resources!: number[] | null;
}

const positive: Range = { above: 0 };
const notNegative: Range = { from: 0 };

/** A discount on the price of a booking, subject to conditions (spec, Coupon). */
@Entity()
@ObjectType({ simpleResolvers: true })
export class Coupon extends AccountRecord {
  static readonly lockKind = 'coupon';
  static readonly constraintMessages: ConstraintMessagesOf<Coupon> = {
    coupon_code_unique: { code: ['has already been taken'] },
  };

  @flag() active = true;
  @requiredText() title!: string;
  /** Unique in the account, ignoring case. */
  @secretText() code!: string;
  @choice(() => CouponValueType, 10) valueType = CouponValueType.AMOUNT;
  /** Percent, or units of the account's currency. */
  @requiredInteger(positive) value!: number;
  /** The period in which it can be used. */
  @instant() validFrom: Date | null = null;
  @instant() validUntil: Date | null = null;

  @Property({ type: 'json', nullable: true })
  @Field(() => CouponScope, {
    nullable: true,
    description:
      'The services and resources that it applies to. Null means all but gift cards, which it discounts only if it names their service.',
  })
  appliesTo: CouponScope | null = null;

  /** The period in which a booking that uses it must begin. */
  @instant() allowedBookingStartAt: Date | null = null;
  @instant() allowedBookingEndAt: Date | null = null;
  /** The limits of the booking's price before the discount. */
  @decimal(notNegative) minOrderAmount: string | null = null;
  @decimal(notNegative) maxOrderAmount: string | null = null;
  /** The number of further bookings that can use the coupon. Null means unlimited. */
  @integer(notNegative) availability: number | null = null;
  /** The limits of the number of people of a booking. */
  @integer(positive) minCount: number | null = null;
  @integer(positive) maxCount: number | null = null;
  @customData() customData: CustomData | null = null;
  /** When it was archived. An archived coupon is not listed, and its code can be reused. */
  @instant() archivedAt: Date | null = null;
}

@ObjectType()
export class CouponConnection extends createConnectionType(Coupon, 'Coupon') {}
