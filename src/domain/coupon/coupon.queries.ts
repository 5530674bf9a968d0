import type { FilterQuery } from '@mikro-orm/core';
import { Field, InputType } from 'type-graphql';
import { byId, byText, byUpdate, createListOrder, RecordFilter } from '../records/list.input.js';
import type { List } from '../records/list.js';
import { During, validPeriod } from '../records/period.input.js';
import { Coupon, CouponConnection } from './coupon.entity.js';

const couponOrder = createListOrder(
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

/** Coupons, including inactive but not archived ones. */
export const couponList: List<Coupon, CouponFilter, CouponConnection> = {
  name: 'coupons',
  entity: Coupon,
  connection: CouponConnection,
  filter: CouponFilter,
  order: couponOrder,
  conditions: (_context, filter) => ({
    $and: [{ archivedAt: null }, ...couponConditions(filter)],
  }),
};

function couponConditions({ active, during }: CouponFilter): FilterQuery<Coupon>[] {
  const { from, to } = validPeriod(during);
  return [
    ...(typeof active === 'boolean' ? [{ active }] : []),
    ...(from ? [{ $or: [{ validUntil: null }, { validUntil: { $gt: from } }] }] : []),
    ...(to ? [{ $or: [{ validFrom: null }, { validFrom: { $lt: to } }] }] : []),
  ];
}
