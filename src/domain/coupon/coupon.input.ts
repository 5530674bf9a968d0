import { Field, InputType, Int } from 'type-graphql';
import { inputOf } from '../entity-attributes.js';
import { Coupon, CouponValueType } from './coupon.entity.js';

@InputType()
export class CouponScopeInput {
  @Field(() => [Int], { nullable: true, description: 'Ids. Null or empty means all services.' })
  services?: number[] | null;

  @Field(() => [Int], { nullable: true, description: 'Ids. Null or empty means all resources.' })
  resources?: number[] | null;
}

/** Attributes of a coupon. An absent attribute stays unchanged; null clears it or restores its default. */
@InputType()
export class CouponInput extends inputOf(Coupon, 'valueType', 'appliesTo', 'archivedAt') {
  @Field(() => CouponValueType, { nullable: true, description: 'Defaults to an amount.' })
  valueType?: CouponValueType | null;
  @Field(() => CouponScopeInput, { nullable: true }) appliesTo?: CouponScopeInput | null;
}
