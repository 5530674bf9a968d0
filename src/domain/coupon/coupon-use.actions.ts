import { raw } from '@mikro-orm/postgresql';
import type { ChangeToRecord } from '../../outbox/change-log.js';
import { clientNetwork } from '../../platform/addresses.js';
import type { AccountTransaction, Lock } from '../../platform/database/account-transaction.js';
import { type AttemptLimit, countAttempt, decrementAttempts } from '../../platform/database/attempt-limiter.js';
import { DomainError, invalid } from '../../platform/errors.js';
import { codeKey, withCode } from '../../platform/text.js';
import { isVisitor, type RequestContext } from '../context.js';
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
export function applyCouponChanges(changes: readonly CouponChange[]): ChangeToRecord[] {
  return changes.flatMap((change) => {
    const { name, coupon, isApplied = false } = change;
    if (coupon.availability === null) return [];
    if (!isApplied) coupon.availability += name === 'coupon.used' ? -1 : 1;
    change.isApplied = true;
    return [{ name, record: coupon }];
  });
}

/** The coupon of a request, by id or by code. A code takes precedence. */
interface GivenCoupon {
  couponId?: number | null;
  couponCode?: string | null;
}

/** The ids of coupons by the codes that requests contain. A code without a coupon is absent. */
export type GivenCodes = ReadonlyMap<string, number>;

/** Reads the coupons of the codes (`codeKey`) that requests contain with one statement. Archived coupons are not found. */
export async function listGivenCodes(tx: AccountTransaction, given: readonly GivenCoupon[]): Promise<GivenCodes> {
  const codes = [...new Set(given.filter(hasCode).map(({ couponCode }) => couponCode ?? ''))];
  if (codes.length === 0) return new Map();
  const hasOne = { [raw((alias) => `code_key(${alias}.code)`)]: { $in: codes.map(codeKey) }, archivedAt: null };
  const coupons = await tx.rows(Coupon, hasOne);
  return new Map(
    codes.flatMap((code): [string, number][] => {
      const coupon = withCode(coupons, code);
      return coupon ? [[code, coupon.id]] : [];
    }),
  );
}

/**
 * Replaces the code of a coupon by its id. A null or blank code clears the coupon, unless the request has an id.
 *
 * @throws DomainError INVALID on `couponCode` if the account has no coupon with that code
 */
export function resolveCouponCode<Input extends GivenCoupon>(
  codes: GivenCodes,
  { couponCode, ...input }: Input,
): Omit<Input, 'couponCode'> {
  if (couponCode === undefined) return input;
  if (!hasCode({ couponCode })) return { ...input, couponId: input.couponId ?? null };
  const couponId = codes.get(couponCode ?? '');
  if (couponId === undefined) throw invalid({ couponCode: ['does not exist'] });
  return { ...input, couponId };
}

/** Reports the errors of a coupon on the attribute with which the request named it. */
export async function reportOnGivenCoupon<Result>(given: GivenCoupon, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!hasCode(given) || !(error instanceof DomainError) || error.fields['couponId'] === undefined) throw error;
    const { couponId, ...others } = error.fields;
    throw invalid({ ...others, couponCode: couponId });
  }
}

/**
 * Limits the codes that visitors can try: 20 refused ones in an hour for each client network.
 *
 * @throws RateLimitError
 */
export async function limitCouponGuesses<Result>(
  context: RequestContext,
  given: GivenCoupon,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!isVisitor(context) || !hasCode(given)) return work();
  const subject = clientNetwork(context.clientAddress);
  const limits: AttemptLimit[] = [{ name: 'coupon-code:network', subject, maxAttempts: 20, minutes: 60 }];
  await countAttempt(context, limits);
  try {
    const result = await work();
    await decrementAttempts(context, limits);
    return result;
  } catch (error) {
    const isRefusedCode = error instanceof DomainError && Object.keys(error.fields).some(isOnCode);
    if (!isRefusedCode) await decrementAttempts(context, limits);
    throw error;
  }
}

/** Whether errors are those of a code, also of an item such as `items[1].couponCode`. */
const isOnCode = (attribute: string): boolean => attribute === 'couponCode' || attribute.endsWith('.couponCode');

function hasCode({ couponCode }: GivenCoupon): boolean {
  return Boolean(couponCode?.trim());
}
