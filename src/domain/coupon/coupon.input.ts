import { Field, InputType, Int } from 'type-graphql';
import { type CustomData, CustomDataObject, Decimal, Instant } from '../../platform/scalars.js';
import { CouponValueType } from './coupon.entity.js';

@InputType()
export class CouponScopeInput {
  @Field(() => [Int], { nullable: true, description: 'Ids; of all services when null or empty.' })
  services?: number[] | null;

  @Field(() => [Int], { nullable: true, description: 'Ids; of all resources when null or empty.' })
  resources?: number[] | null;
}

/** Attributes of a coupon; what is absent is left as it is, null clears or restores the default. */
@InputType()
export class CouponInput {
  @Field(() => String, { nullable: true }) title?: string | null;
  @Field(() => String, { nullable: true }) code?: string | null;
  @Field(() => CouponValueType, { nullable: true, description: 'An amount, unless given.' })
  valueType?: CouponValueType | null;
  @Field(() => Int, { nullable: true }) value?: number | null;
  @Field(() => Instant, { nullable: true }) validFrom?: Date | null;
  @Field(() => Instant, { nullable: true }) validUntil?: Date | null;
  @Field(() => Boolean, { nullable: true }) active?: boolean | null;
  @Field(() => CouponScopeInput, { nullable: true }) appliesTo?: CouponScopeInput | null;
  @Field(() => Instant, { nullable: true }) allowedBookingStartAt?: Date | null;
  @Field(() => Instant, { nullable: true }) allowedBookingEndAt?: Date | null;
  @Field(() => Decimal, { nullable: true }) minOrderAmount?: string | null;
  @Field(() => Decimal, { nullable: true }) maxOrderAmount?: string | null;
  @Field(() => Int, { nullable: true }) availability?: number | null;
  @Field(() => Int, { nullable: true }) minCount?: number | null;
  @Field(() => Int, { nullable: true }) maxCount?: number | null;
  @Field(() => CustomDataObject, { nullable: true }) customData?: CustomData | null;
}
