import type { FieldErrors } from '../../platform/errors.js';
import { rangeProblems } from '../../platform/range.js';
import { formatDecimal } from '../../platform/scalars.js';
import { attributeProblems } from '../entity-attributes.js';
import { type Cents, cents } from '../money.rules.js';
import { Coupon, type CouponScope, CouponValueType } from './coupon.entity.js';

type Terms = Partial<Pick<Coupon, 'title' | 'code' | 'valueType' | 'value'>> &
  Pick<Coupon, 'validFrom' | 'validUntil' | 'allowedBookingStartAt' | 'allowedBookingEndAt'> &
  Pick<Coupon, 'minOrderAmount' | 'maxOrderAmount' | 'availability' | 'minCount' | 'maxCount'>;

/** What is wrong with a coupon's attributes alone (spec, Coupon). */
export function couponProblems(coupon: Terms): FieldErrors {
  const { validFrom, validUntil, allowedBookingStartAt, allowedBookingEndAt } = coupon;
  const errors: FieldErrors = {};
  if (validFrom && validUntil && validUntil <= validFrom) errors['validUntil'] = ['must be after valid_from'];
  if (allowedBookingStartAt && allowedBookingEndAt && allowedBookingEndAt <= allowedBookingStartAt) {
    errors['allowedBookingEndAt'] = ['must be after allowed_booking_start_at'];
  }
  return {
    ...errors,
    ...emptyRange('minOrderAmount', coupon.minOrderAmount, coupon.maxOrderAmount),
    ...emptyRange('minCount', coupon.minCount, coupon.maxCount),
    ...(coupon.valueType === CouponValueType.PERCENTAGE && rangeProblems(coupon, { value: { upTo: 100 } })),
    ...attributeProblems(Coupon, coupon),
  };
}

function emptyRange(attribute: string, least: string | number | null, most: string | number | null): FieldErrors {
  const isEmpty = least !== null && most !== null && Number(least) > Number(most);
  return isEmpty ? { [attribute]: [`must be less than or equal to ${most}`] } : {};
}

/** Each id once; a list of none restricts nothing, and is as good as no list. */
export function scopeOf(given: Partial<CouponScope>): CouponScope | null {
  const [services = null, resources = null] = [given.services, given.resources].map((ids) =>
    ids && ids.length > 0 ? [...new Set(ids)] : null,
  );
  return services || resources ? { services, resources } : null;
}

type Offer = Pick<Coupon, 'active' | 'validFrom' | 'validUntil' | 'availability'>;

/** Why nobody may take the coupon now, one message a reason. */
export function offerBreaches({ active, validFrom, validUntil, availability }: Offer, now: Date): string[] {
  const messages: string[] = [];
  if (!active) messages.push('is not active');
  if (validFrom && now < validFrom) messages.push('is not valid yet');
  if (validUntil && now > validUntil) messages.push('is no longer valid');
  if (availability === 0) messages.push('is used up');
  return messages;
}

type Conditions = Pick<
  Coupon,
  | 'allowedBookingStartAt'
  | 'allowedBookingEndAt'
  | 'minCount'
  | 'maxCount'
  | 'minOrderAmount'
  | 'maxOrderAmount'
  | 'appliesTo'
>;

/** What of a booking a coupon's conditions are about. */
export interface CouponUse {
  bookedFrom: Date;
  count: number;
  /** What it costs without the coupon. */
  amount: Cents;
  serviceId: number | null;
  resourceId: number;
}

/** Why the coupon is not for such a booking, one message a condition; all bounds are within. */
export function conditionBreaches(coupon: Conditions, { bookedFrom, count, amount, ...of }: CouponUse): string[] {
  const { allowedBookingStartAt, allowedBookingEndAt, minCount, maxCount, appliesTo } = coupon;
  const { minOrderAmount: least, maxOrderAmount: most } = coupon;
  const messages: string[] = [];
  const isTooEarly = allowedBookingStartAt && bookedFrom < allowedBookingStartAt;
  const isTooLate = allowedBookingEndAt && bookedFrom > allowedBookingEndAt;
  if (isTooEarly || isTooLate) messages.push('is not for bookings at that time');
  if (minCount !== null && count < minCount) messages.push(`needs a count of at least ${minCount}`);
  if (maxCount !== null && count > maxCount) messages.push(`needs a count of at most ${maxCount}`);
  if (least !== null && amount < cents(least)) messages.push(`needs an amount of at least ${formatDecimal(least)}`);
  if (most !== null && amount > cents(most)) messages.push(`needs an amount of at most ${formatDecimal(most)}`);
  if (!isAmong(appliesTo?.services, of.serviceId)) messages.push('is not for that service');
  if (!isAmong(appliesTo?.resources, of.resourceId)) messages.push('is not for that resource');
  return messages;
}

function isAmong(ids: readonly number[] | null | undefined, id: number | null): boolean {
  return !ids || (id !== null && ids.includes(id));
}

/** What the coupon takes off the total: never more than all of it, halves of the smallest unit rounded up. */
export function discountOn(total: Cents, coupon: Pick<Coupon, 'valueType' | 'value'> | null): Cents {
  if (!coupon) return 0n;
  const value = BigInt(coupon.value);
  switch (coupon.valueType) {
    case CouponValueType.PERCENTAGE:
      return (total * value + 50n) / 100n;
    case CouponValueType.AMOUNT:
      return value * 100n < total ? value * 100n : total;
  }
}
