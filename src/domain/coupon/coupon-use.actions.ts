import type { Change } from '../../outbox/change-log.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { Lock } from '../../platform/database/locks.js';
import { invalid } from '../../platform/errors.js';
import type { RequestContext } from '../context.js';
import { Coupon } from './coupon.entity.js';
import { type CouponUse, validateAvailability, validateConditions } from './coupon.rules.js';

/** A use or return of a coupon that is not yet written. */
export interface CouponChange {
  name: 'coupon.used' | 'coupon.returned';
  coupon: Coupon;
  /** Whether the availability of the coupon includes it. */
  isApplied?: boolean;
}

/** The locks that protect the availability of coupons. Acquire them together with the booking's other locks. */
export function couponLocks(...ids: (number | null)[]): Lock[] {
  return ids.flatMap((id): Lock[] => (id === null ? [] : [[Coupon, id]]));
}

/** Returns a coupon that the booking can use. The coupon must be locked. @throws DomainError INVALID on `couponId` */
export async function getUsableCoupon(
  context: RequestContext,
  tx: AccountTransaction,
  id: number,
  use: CouponUse,
): Promise<Coupon> {
  const coupon = await tx.find(Coupon, id);
  if (!coupon) throw invalid({ couponId: ['does not exist'] });
  rejectMessages([...validateAvailability(coupon, context.clock.now()), ...validateConditions(coupon, use)]);
  return coupon;
}

/**
 * Returns the coupon that a changed booking keeps, or null if it was deleted.
 *
 * @throws DomainError INVALID on `couponId` if the booking no longer meets its conditions
 */
export async function findKeptCoupon(tx: AccountTransaction, id: number, use: CouponUse): Promise<Coupon | null> {
  const coupon = await tx.find(Coupon, id);
  if (coupon) rejectMessages(validateConditions(coupon, use));
  return coupon;
}

function rejectMessages(messages: string[]): void {
  if (messages.length > 0) throw invalid({ couponId: messages });
}

/**
 * Updates the availability of used and returned coupons, once for each change. Returns the changes to record; unlimited
 * coupons have none. A batch calls it for each item, so that the next item gets the remaining availability.
 */
export function applyCouponChanges(changes: readonly CouponChange[]): Change[] {
  return changes.flatMap((change) => {
    const { name, coupon, isApplied = false } = change;
    if (coupon.availability === null) return [];
    if (!isApplied) coupon.availability += name === 'coupon.used' ? -1 : 1;
    change.isApplied = true;
    return [{ name, record: coupon }];
  });
}
