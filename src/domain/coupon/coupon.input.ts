import { Field, InputType, Int } from 'type-graphql';
import { inputOf } from '../records/attributes.js';
import { byId, byText, byUpdate, createListOrder } from '../records/list-order.js';
import { During } from '../records/period.input.js';
import { RecordFilter } from '../records/record-filter.input.js';
import { Coupon, CouponValueType } from './coupon.entity.js';

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

export const couponOrder = createListOrder(
  'CouponOrder',
  { ID: byId, TITLE: byText('title', 'title'), UPDATED_AT: byUpdate },
  'ID',
);

/** Conditions that must all hold. */
@InputType()
export class CouponFilter extends RecordFilter {
  @Field(() => Boolean, { nullable: true, description: 'Returns coupons that are active, or that are not.' })
  active?: boolean | null;

  @Field(() => During, { nullable: true, description: 'Returns coupons that are valid during a part of this period.' })
  during?: During | null;
}
