import type { EntityClass } from '@mikro-orm/core';
import { raw } from '@mikro-orm/postgresql';
import { recordChange, recordRemoval } from '../../outbox/change-log.js';
import type { AccountRecord } from '../../platform/database/account-record.entity.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { FieldErrors } from '../../platform/errors.js';
import { archive, restoreIfActive } from '../archive.rules.js';
import { assignAttributes, hasErrors, rejectIfAny } from '../attributes.js';
import { by, type RequestContext } from '../context.js';
import { Resource } from '../resource/resource.entity.js';
import { Service } from '../service/service.entity.js';
import { Coupon } from './coupon.entity.js';
import type { CouponInput } from './coupon.input.js';
import { couponProblems, scopeOf } from './coupon.rules.js';

/** @throws DomainError INVALID by attribute */
export function createCoupon(context: RequestContext, input: CouponInput): Promise<Coupon> {
  return context.db.transaction(async (tx) => {
    const coupon = tx.create(Coupon, context.clock.now());
    rejectIfAny(await changeCoupon(tx, coupon, input));
    await recordChange(tx, 'coupon.created', coupon, by(context));
    return coupon;
  });
}

/**
 * Changes a coupon. Bookings that have it keep their discount. An archived coupon that becomes active is restored.
 *
 * @throws DomainError INVALID by attribute, NOT_FOUND
 */
export function updateCoupon(context: RequestContext, id: number, input: CouponInput): Promise<Coupon> {
  return context.db.transaction(async (tx) => {
    const coupon = await tx.getLocked(Coupon, id);
    restoreIfActive(coupon, input);
    rejectIfAny(await changeCoupon(tx, coupon, input));
    await recordChange(tx, 'coupon.modified', coupon, by(context));
    return coupon;
  });
}

/**
 * Removes a coupon that was never used, and archives one that bookings or orders refer to. Returns it as it last was,
 * or as it is archived.
 *
 * @throws DomainError NOT_FOUND
 */
export function deleteCoupon(context: RequestContext, id: number): Promise<Coupon> {
  return context.db.transaction(async (tx) => {
    const coupon = await tx.getLocked(Coupon, id);
    if (!(await isUsed(tx, id))) {
      await recordRemoval(tx, 'coupon.deleted', coupon, by(context));
      return coupon;
    }
    if (archive(coupon, context.clock.now())) await recordChange(tx, 'coupon.deleted', coupon, by(context));
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

/** Writes the input into the coupon, and gives all that is wrong with what results. */
async function changeCoupon(
  tx: AccountTransaction,
  coupon: Coupon,
  { appliesTo, ...input }: CouponInput,
): Promise<FieldErrors> {
  const scope = appliesTo && scopeOf(appliesTo);
  const unknown = {
    ...(await unknownIds(tx, Service, 'services', scope?.services, coupon.appliesTo?.services)),
    ...(await unknownIds(tx, Resource, 'resources', scope?.resources, coupon.appliesTo?.resources)),
  };
  const unfit = assignAttributes(tx, coupon, { ...input, appliesTo: scope });
  const problems = { ...couponProblems(coupon), ...unfit, ...(hasErrors(unknown) && { appliesTo: unknown }) };
  return hasErrors(problems) ? problems : takenProblems(tx, coupon);
}

/** Ids must be those of active records of the account; one that is listed already stays good. */
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

/** A code is unique among the coupons that are not archived. */
async function takenProblems(tx: AccountTransaction, { id, code, archivedAt }: Coupon): Promise<FieldErrors> {
  const isSame = { [raw((alias) => `lower(${alias}.code)`)]: code.toLowerCase(), archivedAt: null };
  const [same] = await tx.rows(Coupon, isSame);
  return archivedAt === null && same && same.id !== id ? { code: ['has already been taken'] } : {};
}
