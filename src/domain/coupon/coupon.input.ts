import { Field, InputType, Int } from 'type-graphql';
import { inputOf } from '../entity-attributes.js';
import { Coupon, CouponValueType } from './coupon.entity.js';

@InputType()
export class CouponScopeInput {
  @Field(() => [Int], { nullable: true, description: 'Ids; of all services when null or empty.' })
  services?: number[] | null;

  @Field(() => [Int], { nullable: true, description: 'Ids; of all resources when null or empty.' })
  resources?: number[] | null;
}

/** Attributes of a coupon; what is absent is left as it is, null clears or restores the default. */
@InputType()
export class CouponInput extends inputOf(Coupon, 'valueType', 'appliesTo', 'archivedAt') {
  @Field(() => CouponValueType, { nullable: true, description: 'An amount, unless given.' })
  valueType?: CouponValueType | null;
  @Field(() => CouponScopeInput, { nullable: true }) appliesTo?: CouponScopeInput | null;
}
