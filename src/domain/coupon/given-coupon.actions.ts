import { clientNetwork } from '../../platform/client-address.js';
import { DomainError, invalid } from '../../platform/errors.js';
import { type AttemptLimit, countAttempt, decrementAttempts } from '../attempt-limiter.js';
import { isVisitor, type RequestContext } from '../context.js';
import type { CouponCodes } from './coupon-codes.queries.js';

/** The coupon of a request, by id or by code. A code takes precedence. */
export interface GivenCoupon {
  couponId?: number | null;
  couponCode?: string | null;
}

/**
 * Replaces the code of a coupon by its id. A null or blank code clears the coupon, unless the request has an id.
 *
 * @throws DomainError INVALID on `couponCode` if the account has no coupon with that code
 */
export async function resolveCouponCode<Input extends GivenCoupon>(
  codes: CouponCodes,
  { couponCode, ...input }: Input,
): Promise<Omit<Input, 'couponCode'>> {
  if (couponCode === undefined) return input;
  if (!hasCode({ couponCode })) return { ...input, couponId: input.couponId ?? null };
  const couponId = await codes.find(couponCode ?? '');
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
    const isRefusedCode = error instanceof DomainError && error.fields['couponCode'] !== undefined;
    if (!isRefusedCode) await decrementAttempts(context, limits);
    throw error;
  }
}

function hasCode({ couponCode }: GivenCoupon): boolean {
  return Boolean(couponCode?.trim());
}
