import type { EntityClass } from '@mikro-orm/core';
import { raw } from '@mikro-orm/postgresql';
import type { AccountRecord } from '../../platform/database/account-record.entity.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { type FieldErrors, hasErrors } from '../../platform/errors.js';
import type { RequestContext } from '../context.js';
import { validateDecimals } from '../money.rules.js';
import { assignAttributes } from '../records/attributes.js';
import { archive, restoreIfActive } from '../records/record.rules.js';
import { recordWrites } from '../records/record-writes.js';
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
    ...(await unknownIds(tx, Service, 'services', scope?.services, coupon.appliesTo?.services)),
    ...(await unknownIds(tx, Resource, 'resources', scope?.resources, coupon.appliesTo?.resources)),
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

/** Returns an error if an added id has no active record in the account. Ids that are already listed stay valid. */
async function unknownIds(
  tx: AccountTransaction,
  entity: EntityClass<AccountRecord & { active: boolean }>,
  attribute: string,
  ids: readonly number[] | null | undefined,
  listed: readonly number[] | null | undefined,
): Promise<FieldErrors> {
  const added = ids?.filter((id) => !listed?.includes(id)) ?? [];
  if (added.length === 0) return {};
  const found = await tx.rows(entity, { id: { $in: added }, active: true });
  return found.length === added.length ? {} : { [attribute]: ['does not exist'] };
}

/** Returns an error if another coupon that is not archived has the same code, ignoring case. */
async function validateUniqueness(tx: AccountTransaction, { id, code, archivedAt }: Coupon): Promise<FieldErrors> {
  const isSame = { [raw((alias) => `lower(${alias}.code)`)]: code.toLowerCase(), archivedAt: null };
  const [same] = await tx.rows(Coupon, isSame);
  return archivedAt === null && same && same.id !== id ? { code: ['has already been taken'] } : {};
}
