import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, InputType, Int, ObjectType } from 'type-graphql';
import type { Range } from '../../platform/accepted.js';
import { RevisedRecord } from '../../platform/database/account-record.entity.js';
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
import { describeEnum } from '../../platform/described-enum.js';
import { EndOfValidity } from '../../platform/end-of-validity.js';
import { listCost } from '../../platform/list-cost.js';
import type { CustomData } from '../../platform/scalars.js';
import { inputOf } from '../records/attributes.js';
import { createConnectionType } from '../records/connection.type.js';

export enum CouponValueType {
  PERCENTAGE = 'percentage',
  AMOUNT = 'amount',
}
describeEnum(
  CouponValueType,
  'CouponValueType',
  'Whether the value of a coupon is a percentage of the total or an amount in units of the currency.',
  {
    PERCENTAGE: 'A percentage of the price.',
    AMOUNT: 'An amount in units of the currency.',
  },
);

/** The services and resources that a coupon applies to; null means all. */
@ObjectType({
  simpleResolvers: true,
  description: 'The services and resources that a coupon applies to. Null means all.',
})
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
@ObjectType({ simpleResolvers: true, description: 'A discount on the price of a booking, subject to conditions.' })
export class Coupon extends RevisedRecord {
  static readonly lockKind = 'coupon';
  static readonly constraintMessages: ConstraintMessagesOf<Coupon> = {
    coupon_code_unique: { code: ['has already been taken'] },
  };

  @flag({ description: 'Whether it can be used. True by default.' }) active = true;
  @requiredText() title!: string;
  @secretText({ description: 'The code, unique ignoring case.' }) code!: string;
  @choice(() => CouponValueType, { length: 10, description: 'The kind of value.' }) valueType = CouponValueType.AMOUNT;
  @requiredInteger({ ...positive, description: 'The discount: percent of the price, or units of the currency.' })
  value!: number;
  @instant({ description: 'The time from which it can be used. Null, the default, means at once.' })
  validFrom: Date | null = null;
  @EndOfValidity()
  @instant({
    description:
      'The time until which it can be used. A date alone includes that day. Null, the default, means without a limit.',
  })
  validUntil: Date | null = null;

  @Property({ type: 'json', nullable: true })
  @Field(() => CouponScope, {
    nullable: true,
    description:
      'The services and resources that it applies to. Null means all but gift cards, which it discounts only if it names their service.',
  })
  appliesTo: CouponScope | null = null;

  @instant({ description: 'The earliest start of a booking that uses it. Null: no limit.' })
  allowedBookingStartAt: Date | null = null;
  @EndOfValidity()
  @instant({
    description: 'The latest start of a booking that uses it. A date alone includes that day. Null: no limit.',
  })
  allowedBookingEndAt: Date | null = null;
  @decimal({ ...notNegative, description: 'The minimum price before the discount. Null: no limit.' })
  minOrderAmount: string | null = null;
  @decimal({ ...notNegative, description: 'The maximum price before the discount. Null: no limit.' })
  maxOrderAmount: string | null = null;
  @integer({
    ...notNegative,
    description: 'The number of bookings that can still use it. Null, the default, means unlimited.',
  })
  availability: number | null = null;
  @integer({ ...positive, description: 'The minimum number of people of the booking. Null: no limit.' })
  minCount: number | null = null;
  @integer({ ...positive, description: 'The maximum number of people of the booking. Null: no limit.' })
  maxCount: number | null = null;
  @customData() customData: CustomData | null = null;
  /** When it was archived. An archived coupon is not listed, and its code can be reused. */
  @instant({
    description:
      'When it was archived. Null if it is not. An archived record is not listed, and its code can be reused.',
  })
  archivedAt: Date | null = null;
}

@ObjectType()
export class CouponConnection extends createConnectionType(Coupon, 'Coupon') {}

@InputType({
  description: 'The services and resources that a coupon applies to. A list that is left out does not restrict.',
})
export class CouponScopeInput {
  @Field(() => [Int], { nullable: true, description: 'Ids. Null or empty means all services.' })
  services?: number[] | null;

  @Field(() => [Int], { nullable: true, description: 'Ids. Null or empty means all resources.' })
  resources?: number[] | null;
}

/** Attributes of a coupon. An absent attribute stays unchanged; null clears it or restores its default. */
@InputType({
  description: 'Attributes of a coupon. An absent one stays unchanged. Null clears it or restores its default.',
})
export class CouponInput extends inputOf(Coupon, 'valueType', 'appliesTo', 'archivedAt') {
  @Field(() => CouponValueType, { nullable: true, description: 'Defaults to an amount.' })
  valueType?: CouponValueType | null;
  @Field(() => CouponScopeInput, { nullable: true }) appliesTo?: CouponScopeInput | null;
}
