import { validateRanges } from '../../platform/accepted.js';
import type { FieldErrors } from '../../platform/errors.js';
import { formatDecimal } from '../../platform/scalars.js';
import { type Amount, roundQuotient, toAmount, unit } from '../money.rules.js';
import { validateAttributes } from '../records/attributes.js';
import { Coupon, type CouponScope, CouponValueType } from './coupon.entity.js';

type Terms = Partial<Pick<Coupon, 'title' | 'code' | 'valueType' | 'value'>> &
  Pick<Coupon, 'validFrom' | 'validUntil' | 'allowedBookingStartAt' | 'allowedBookingEndAt'> &
  Pick<Coupon, 'minOrderAmount' | 'maxOrderAmount' | 'availability' | 'minCount' | 'maxCount'>;

/** Validates the attributes of a coupon that need no database (spec, Coupon). */
export function validateCoupon(coupon: Terms): FieldErrors {
  const { validFrom, validUntil, allowedBookingStartAt, allowedBookingEndAt } = coupon;
  const errors: FieldErrors = {};
  if (validFrom && validUntil && validUntil <= validFrom) errors['validUntil'] = ['must be after valid_from'];
  if (allowedBookingStartAt && allowedBookingEndAt && allowedBookingEndAt <= allowedBookingStartAt) {
    errors['allowedBookingEndAt'] = ['must be after allowed_booking_start_at'];
  }
  return {
    ...errors,
    ...validateRangeOrder('minOrderAmount', coupon.minOrderAmount, coupon.maxOrderAmount),
    ...validateRangeOrder('minCount', coupon.minCount, coupon.maxCount),
    ...(coupon.valueType === CouponValueType.PERCENTAGE && validateRanges(coupon, { value: { upTo: 100 } })),
    ...validateAttributes(Coupon, coupon),
  };
}

function validateRangeOrder(
  attribute: string,
  least: string | number | null,
  most: string | number | null,
): FieldErrors {
  const isEmpty = least !== null && most !== null && Number(least) > Number(most);
  return isEmpty ? { [attribute]: [`must be less than or equal to ${most}`] } : {};
}

/** Removes duplicate ids. An empty list becomes null, because it means no restriction. */
export function toCouponScope(given: Partial<CouponScope>): CouponScope | null {
  const [services = null, resources = null] = [given.services, given.resources].map((ids) =>
    ids && ids.length > 0 ? [...new Set(ids)] : null,
  );
  return services || resources ? { services, resources } : null;
}

type CouponAvailability = Pick<Coupon, 'active' | 'validFrom' | 'validUntil' | 'availability'>;

/** Returns a message for each reason why the coupon can't be used now, whatever the booking. */
export function validateAvailability(
  { active, validFrom, validUntil, availability }: CouponAvailability,
  now: Date,
): string[] {
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

/** The attributes of a booking, or of an order without one, that the conditions of a coupon refer to. */
export interface CouponUse {
  /** Null without a booking. */
  bookedFrom: Date | null;
  count: number;
  /** The price before the discount. */
  amount: Amount;
  serviceId: number | null;
  /** Null without a booking. */
  resourceId: number | null;
  /** Whether an order sells gift cards and nothing else. */
  hasOnlyGiftCards?: boolean;
}

/** Returns a message for each condition of the coupon that the use does not meet. All limits are inclusive. */
export function validateConditions(coupon: Conditions, { bookedFrom, count, amount, ...use }: CouponUse): string[] {
  const { allowedBookingStartAt, allowedBookingEndAt, minCount, maxCount, appliesTo } = coupon;
  const { minOrderAmount: least, maxOrderAmount: most } = coupon;
  const messages: string[] = [];
  const needsBooking = allowedBookingStartAt ?? allowedBookingEndAt ?? appliesTo?.resources ?? null;
  if (bookedFrom === null) {
    if (needsBooking !== null) messages.push('is only for bookings');
  } else {
    const isTooEarly = allowedBookingStartAt && bookedFrom < allowedBookingStartAt;
    const isTooLate = allowedBookingEndAt && bookedFrom > allowedBookingEndAt;
    if (isTooEarly || isTooLate) messages.push('is not for bookings at that time');
  }
  if (minCount !== null && count < minCount) messages.push(`needs a count of at least ${minCount}`);
  if (maxCount !== null && count > maxCount) messages.push(`needs a count of at most ${maxCount}`);
  if (least !== null && amount < toAmount(least)) messages.push(`needs an amount of at least ${formatDecimal(least)}`);
  if (most !== null && amount > toAmount(most)) messages.push(`needs an amount of at most ${formatDecimal(most)}`);
  if (!isAmong(appliesTo?.services, use.serviceId)) messages.push('is not for that service');
  if (use.hasOnlyGiftCards && !namesServices(coupon)) messages.push('is not for gift cards');
  if (bookedFrom !== null && !isAmong(appliesTo?.resources, use.resourceId)) messages.push('is not for that resource');
  return messages;
}

/** Whether a coupon applies to a service. */
export function appliesToService({ appliesTo }: Pick<Coupon, 'appliesTo'>, serviceId: number | null): boolean {
  return isAmong(appliesTo?.services, serviceId);
}

/** Whether a coupon is limited to services. */
export function namesServices({ appliesTo }: Pick<Coupon, 'appliesTo'>): boolean {
  return Boolean(appliesTo?.services);
}

function isAmong(ids: readonly number[] | null | undefined, id: number | null): boolean {
  return !ids || (id !== null && ids.includes(id));
}

/** The discount on the total: at most the total, rounded to whole minor units. */
export function discountOn(
  total: Amount,
  coupon: Pick<Coupon, 'valueType' | 'value'> | null,
  currency: string | null,
): Amount {
  if (!coupon) return 0n;
  const value = BigInt(coupon.value);
  switch (coupon.valueType) {
    case CouponValueType.PERCENTAGE:
      return roundQuotient(total * value, 100n, currency);
    case CouponValueType.AMOUNT:
      return value * unit < total ? value * unit : total;
  }
}
