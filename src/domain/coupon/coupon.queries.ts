import type { FilterQuery } from '@mikro-orm/core';
import type { RequestContext } from '../context.js';
import type { List } from '../records/list.js';
import { validPeriod } from '../records/period.input.js';
import { Coupon, CouponConnection } from './coupon.entity.js';
import { CouponFilter, couponOrder } from './coupon.input.js';

/** @throws DomainError NOT_FOUND */
export function getCoupon(context: RequestContext, id: number): Promise<Coupon> {
  return context.db.get(Coupon, id);
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
