import { raw } from '@mikro-orm/postgresql';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { type FieldErrors, hasErrors } from '../../platform/errors.js';
import type { RequestContext } from '../context.js';
import { validateDecimals } from '../money.rules.js';
import { assignAttributes } from '../records/attributes.js';
import { archive, restoreIfActive } from '../records/record.rules.js';
import { recordWrites } from '../records/record-writes.js';
import { validateIds } from '../records/reference.js';
import { Resource } from '../resource/resource.entity.js';
import { Service } from '../service/service.entity.js';
import type { CouponInput } from './coupon.entity.js';
import { Coupon } from './coupon.entity.js';
import { toCouponScope, validateCoupon } from './coupon.rules.js';

/**
 * Bookings that use a coupon keep their discount. One that bookings or orders refer to is archived instead of deleted, and
 * restored when it becomes active.
 */
export const couponWrites = recordWrites({
  type: 'coupon',
  entity: Coupon,
  title: 'coupon',
  assign: async ({ context, tx }, coupon, input: CouponInput, before) => {
    if (before) restoreIfActive(coupon, input);
    return { errors: await changeCoupon(context, tx, coupon, input) };
  },
  retire: async ({ context, tx }, coupon) =>
    (await isUsed(tx, coupon.id)) ? archive(coupon, context.clock.now()) : undefined,
});

async function isUsed(tx: AccountTransaction, id: number): Promise<boolean> {
  const [used] = await tx.query(
    `select 1 from booking where account_id = $1 and coupon_id = $2
     union all select 1 from booking_order where account_id = $1 and coupon_id = $2 limit 1`,
    [id],
  );
  return used !== undefined;
}

/** Assigns the input to the coupon and returns the errors of the result. */
async function changeCoupon(
  { account }: RequestContext,
  tx: AccountTransaction,
  coupon: Coupon,
  { appliesTo, ...input }: CouponInput,
): Promise<FieldErrors> {
  const scope = appliesTo && toCouponScope(appliesTo);
  const unknown = {
    ...(await validateIds(tx, Service, { services: scope?.services }, coupon.appliesTo ?? {})),
    ...(await validateIds(tx, Resource, { resources: scope?.resources }, coupon.appliesTo ?? {})),
  };
  const { minOrderAmount, maxOrderAmount } = coupon;
  const attributeErrors = assignAttributes(tx, coupon, { ...input, appliesTo: scope });
  const limits = { minOrderAmount: coupon.minOrderAmount, maxOrderAmount: coupon.maxOrderAmount };
  const errors = {
    ...validateCoupon(coupon),
    ...validateDecimals(account.currency, limits, { minOrderAmount, maxOrderAmount }),
    ...attributeErrors,
    ...(hasErrors(unknown) && { appliesTo: unknown }),
  };
  return hasErrors(errors) ? errors : validateUniqueness(tx, coupon);
}

/** Returns an error if another coupon that is not archived has the same code, ignoring case. */
async function validateUniqueness(tx: AccountTransaction, { id, code, archivedAt }: Coupon): Promise<FieldErrors> {
  const isSame = { [raw((alias) => `lower(${alias}.code)`)]: code.toLowerCase(), archivedAt: null };
  const [same] = await tx.rows(Coupon, isSame);
  return archivedAt === null && same && same.id !== id ? { code: ['has already been taken'] } : {};
}
