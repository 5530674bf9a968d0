import type { EntityClass } from '@mikro-orm/core';
import { raw } from '@mikro-orm/postgresql';
import { recordChange, recordRemoval } from '../../outbox/change-log.js';
import type { AccountRecord } from '../../platform/database/account-record.entity.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { type FieldErrors, hasErrors, rejectIfAny } from '../../platform/errors.js';
import { changedBy, type RequestContext } from '../context.js';
import { validateDecimals } from '../money.rules.js';
import { assignAttributes } from '../records/attributes.js';
import { archive, requireRevision, restoreIfActive } from '../records/record.rules.js';
import { Resource } from '../resource/resource.entity.js';
import { Service } from '../service/service.entity.js';
import type { CouponInput } from './coupon.entity.js';
import { Coupon } from './coupon.entity.js';
import { toCouponScope, validateCoupon } from './coupon.rules.js';

/** @throws DomainError INVALID by attribute */
export function createCoupon(context: RequestContext, input: CouponInput): Promise<Coupon> {
  return context.db.transaction(async (tx) => {
    const coupon = tx.create(Coupon, context.clock.now());
    rejectIfAny(await changeCoupon(context, tx, coupon, input));
    await recordChange(tx, 'coupon.created', coupon, changedBy(context));
    return coupon;
  });
}

/**
 * Updates a coupon. Bookings that use it keep their discount. An archived coupon that becomes active is restored.
 *
 * @throws DomainError INVALID by attribute, NOT_FOUND, PRECONDITION_FAILED
 */
export function updateCoupon(
  context: RequestContext,
  id: number,
  input: CouponInput,
  ifRevision?: number | null,
): Promise<Coupon> {
  return context.db.transaction(async (tx) => {
    const coupon = await tx.getLocked(Coupon, id);
    requireRevision(coupon, ifRevision, 'coupon');
    restoreIfActive(coupon, input);
    rejectIfAny(await changeCoupon(context, tx, coupon, input));
    await recordChange(tx, 'coupon.modified', coupon, changedBy(context));
    return coupon;
  });
}

/**
 * Deletes a coupon that was never used, or archives one that bookings or orders refer to.
 *
 * @returns the deleted or archived record
 * @throws DomainError NOT_FOUND, PRECONDITION_FAILED
 */
export function deleteCoupon(context: RequestContext, id: number, ifRevision?: number | null): Promise<Coupon> {
  return context.db.transaction(async (tx) => {
    const coupon = await tx.getLocked(Coupon, id);
    requireRevision(coupon, ifRevision, 'coupon');
    if (!(await isUsed(tx, id))) {
      await recordRemoval(tx, 'coupon.deleted', coupon, changedBy(context));
      return coupon;
    }
    if (archive(coupon, context.clock.now())) await recordChange(tx, 'coupon.deleted', coupon, changedBy(context));
    return coupon;
  });
}

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
