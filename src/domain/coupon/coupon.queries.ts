import type { Row } from '../../platform/database/rows.js';
import { getRow } from '../attributes.js';
import type { RequestContext } from '../context.js';
import { Coupon, CouponConnection } from './coupon.entity.js';

/** @throws DomainError NOT_FOUND */
export function getCoupon(context: RequestContext, id: number): Promise<Row<Coupon>> {
  return getRow(context.db, Coupon, id);
}

/** Lists coupons by id, including inactive but not archived ones. */
export function listCoupons(context: RequestContext): CouponConnection {
  const where = { archivedAt: null };
  return new CouponConnection(
    undefined,
    (slice) => context.db.rows(Coupon, where, { orderBy: { id: 'asc' }, ...slice }),
    () => context.db.count(Coupon, where),
  );
}
