import type { Row } from '../../platform/database/rows.js';
import { findRow } from '../attributes.js';
import type { RequestContext } from '../context.js';
import { Coupon, CouponConnection } from './coupon.entity.js';

/** @throws DomainError NOT_FOUND */
export function getCoupon(context: RequestContext, id: number): Promise<Row<Coupon>> {
  return findRow(context.db, Coupon, id);
}

/** Coupons by id, oldest first; those that are not active, too. */
export function listCoupons(context: RequestContext): CouponConnection {
  return new CouponConnection(
    undefined,
    (part) => context.db.rows(Coupon, {}, { orderBy: { id: 'asc' }, ...part }),
    () => context.db.count(Coupon, {}),
  );
}
