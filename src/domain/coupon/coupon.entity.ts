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
import { connectionOf } from '../connection.js';

export enum CouponValueType {
  PERCENTAGE = 'percentage',
  AMOUNT = 'amount',
}
registerEnumType(CouponValueType, {
  name: 'CouponValueType',
  description: 'Whether the value of a coupon is a part of the total, or in units of the currency.',
});

/** What a coupon is for; of a kind that is not listed, everything. */
@ObjectType({ simpleResolvers: true })
export class CouponScope {
  @Field(() => [Int], { nullable: true, description: 'Ids.', complexity: listCost(10) })
  services!: number[] | null;

  @Field(() => [Int], { nullable: true, description: 'Ids.', complexity: listCost(10) })
  resources!: number[] | null;
}

const positive: Range = { above: 0 };
const notNegative: Range = { from: 0 };

/** A discount on what a booking costs, under conditions (spec, Coupon). */
@Entity()
@ObjectType({ simpleResolvers: true })
export class Coupon extends AccountRecord {
  static readonly lockKind = 'coupon';
  static readonly constraintMessages: ConstraintMessagesOf<Coupon> = {
    coupon_code_unique: { code: ['has already been taken'] },
  };

  @flag() active = true;
  @requiredText() title!: string;
  /** Unique in the account, whatever the case. */
  @secretText() code!: string;
  @choice(() => CouponValueType, 10) valueType = CouponValueType.AMOUNT;
  /** Percent, or units of the account's currency. */
  @requiredInteger(positive) value!: number;
  /** When it may be taken. */
  @instant() validFrom: Date | null = null;
  @instant() validUntil: Date | null = null;

  @Property({ type: 'json', nullable: true })
  @Field(() => CouponScope, { nullable: true, description: 'What it is for; everything when null.' })
  appliesTo: CouponScope | null = null;

  /** When a booking that takes it may begin. */
  @instant() allowedBookingStartAt: Date | null = null;
  @instant() allowedBookingEndAt: Date | null = null;
  /** Of what the booking costs without it. */
  @decimal(12, notNegative) minOrderAmount: string | null = null;
  @decimal(12, notNegative) maxOrderAmount: string | null = null;
  /** How many more bookings may take it; any number when null. */
  @integer(notNegative) availability: number | null = null;
  /** Of the people of a booking. */
  @integer(positive) minCount: number | null = null;
  @integer(positive) maxCount: number | null = null;
  @customData() customData: CustomData | null = null;
  /** When it was deleted, if something refers to it. It is not listed then, and its code is free. */
  @instant() archivedAt: Date | null = null;
}

@ObjectType()
export class CouponConnection extends connectionOf(Coupon, 'Coupon') {}
