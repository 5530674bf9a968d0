import type { Change } from '../../outbox/change-log.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { Lock } from '../../platform/database/locks.js';
import { invalid } from '../../platform/errors.js';
import type { RequestContext } from '../context.js';
import { Coupon } from './coupon.entity.js';
import { type CouponUse, conditionBreaches, offerBreaches } from './coupon.rules.js';

/** A coupon that a booking takes or gives back, found but not yet written. */
export interface CouponMove {
  name: 'coupon.used' | 'coupon.returned';
  coupon: Coupon;
}

/** What keeps a coupon's availability exact: taken together with the booking's other locks. */
export function couponLocks(...ids: (number | null)[]): Lock[] {
  return ids.flatMap((id): Lock[] => (id === null ? [] : [[Coupon, id]]));
}

/** The coupon that a booking is about to take, under its lock. @throws DomainError INVALID on `couponId` */
export async function findCouponToTake(
  context: RequestContext,
  tx: AccountTransaction,
  id: number,
  use: CouponUse,
): Promise<Coupon> {
  const coupon = await tx.find(Coupon, id);
  if (!coupon) throw invalid({ couponId: ['does not exist'] });
  refuseAny([...offerBreaches(coupon, context.clock.now()), ...conditionBreaches(coupon, use)]);
  return coupon;
}

/** The coupon that a booking has and keeps, if it does as it is now. @throws DomainError INVALID on `couponId` */
export async function findCouponToKeep(tx: AccountTransaction, id: number, use: CouponUse): Promise<Coupon | null> {
  const coupon = await tx.find(Coupon, id);
  if (coupon) refuseAny(conditionBreaches(coupon, use));
  return coupon;
}

function refuseAny(messages: string[]): void {
  if (messages.length > 0) throw invalid({ couponId: messages });
}

/** Counts the coupons that are taken or given back, and says so; those without a limit are not counted. */
export function moveCoupons(moves: readonly CouponMove[]): Change[] {
  return moves.flatMap(({ name, coupon }) => {
    if (coupon.availability === null) return [];
    coupon.availability += name === 'coupon.used' ? -1 : 1;
    return [{ name, record: coupon }];
  });
}
