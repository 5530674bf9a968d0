import { CouponValueType } from '../../../src/domain/coupon/coupon.entity.js';
import {
  discountOn,
  toCouponScope,
  validateAvailability,
  validateConditions,
  validateCoupon,
} from '../../../src/domain/coupon/coupon.rules.js';

const { PERCENTAGE, AMOUNT } = CouponValueType;
const now = new Date('2026-03-02T07:00:00Z');
const at = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000);

const coupon = {
  title: 'Spring',
  code: 'SPRING',
  active: true,
  valueType: AMOUNT,
  value: 50,
  validFrom: null,
  validUntil: null,
  appliesTo: null,
  allowedBookingStartAt: null,
  allowedBookingEndAt: null,
  minOrderAmount: null,
  maxOrderAmount: null,
  availability: null,
  minCount: null,
  maxCount: null,
};

describe('attributes of a coupon', () => {
  it.each([
    { name: 'a coupon without conditions', given: {} },
    { name: 'a percentage of 100', given: { valueType: PERCENTAGE, value: 100 } },
    { name: 'an amount above 100', given: { value: 101 } },
    { name: 'the smallest values', given: { value: 1, availability: 0, minCount: 1, minOrderAmount: '0' } },
    {
      name: 'ranges of a single value',
      given: { minCount: 2, maxCount: 2, minOrderAmount: '9.5', maxOrderAmount: '9.50' },
    },
    { name: 'an end of validity without a start', given: { validUntil: now } },
  ])('are valid: $name', ({ given }) => {
    expect(validateCoupon({ ...coupon, ...given })).toEqual({});
  });

  it.each([
    [{ title: undefined }, { title: ["can't be blank"] }],
    [{ value: undefined }, { value: ["can't be blank"] }],
    [{ value: 0 }, { value: ['must be greater than 0'] }],
    [{ valueType: PERCENTAGE, value: 101 }, { value: ['must be less than or equal to 100'] }],
    [{ validFrom: now, validUntil: now }, { validUntil: ['must be after valid_from'] }],
    [
      { allowedBookingStartAt: at(1), allowedBookingEndAt: now },
      { allowedBookingEndAt: ['must be after allowed_booking_start_at'] },
    ],
    [{ minOrderAmount: '-1' }, { minOrderAmount: ['must be greater than or equal to 0'] }],
    [{ minOrderAmount: '10', maxOrderAmount: '9' }, { minOrderAmount: ['must be less than or equal to 9'] }],
    [{ minCount: 3, maxCount: 2 }, { minCount: ['must be less than or equal to 2'] }],
    [{ maxCount: 0 }, { maxCount: ['must be greater than 0'] }],
    [{ availability: -1 }, { availability: ['must be greater than or equal to 0'] }],
  ])('are invalid: %j causes %j', (given, errors) => {
    expect(validateCoupon({ ...coupon, ...given })).toEqual(errors);
  });
});

describe('the subjects of a coupon', () => {
  it.each([
    [{}, null],
    [{ services: [], resources: null }, null],
    [{ services: [2, 1, 2] }, { services: [2, 1], resources: null }],
    [
      { services: [1], resources: [3, 3] },
      { services: [1], resources: [3] },
    ],
  ])('%j is stored as %j', (given, kept) => {
    expect(toCouponScope(given)).toEqual(kept);
  });
});

describe('validateAvailability', () => {
  it.each([
    [{}, []],
    [{ availability: 1 }, []],
    [{ validFrom: now, validUntil: now }, []],
    [{ active: false }, ['is not active']],
    [{ validFrom: at(1) }, ['is not valid yet']],
    [{ validUntil: at(-1) }, ['is no longer valid']],
    [{ availability: 0 }, ['is used up']],
    [{ active: false, availability: 0 }, ['is not active', 'is used up']],
  ])('%j: %j', (given, messages) => {
    expect(validateAvailability({ ...coupon, ...given }, now)).toEqual(messages);
  });
});

describe('validateConditions', () => {
  const use = { bookedFrom: now, count: 2, amount: 1_000_000n, serviceId: 1, resourceId: 5 };

  it.each([
    [{}, []],
    [{ allowedBookingStartAt: now, allowedBookingEndAt: now }, []],
    [{ allowedBookingStartAt: at(1) }, ['is not for bookings at that time']],
    [{ allowedBookingEndAt: at(-1) }, ['is not for bookings at that time']],
    [{ minCount: 2, maxCount: 2 }, []],
    [{ minCount: 3 }, ['needs a count of at least 3']],
    [{ maxCount: 1 }, ['needs a count of at most 1']],
    [{ minOrderAmount: '100', maxOrderAmount: '100.00' }, []],
    [{ minOrderAmount: '100.01' }, ['needs an amount of at least 100.01']],
    [{ maxOrderAmount: '99.9' }, ['needs an amount of at most 99.9']],
    [{ appliesTo: { services: [2, 1], resources: [5] } }, []],
    [{ appliesTo: { services: [2], resources: null } }, ['is not for that service']],
    [{ appliesTo: { services: null, resources: [6] } }, ['is not for that resource']],
    [{ minCount: 3, maxOrderAmount: '1' }, ['needs a count of at least 3', 'needs an amount of at most 1.0']],
  ])('%j: %j', (given, messages) => {
    expect(validateConditions({ ...coupon, ...given }, use)).toEqual(messages);
  });

  it.each([
    [{}, []],
    [{ allowedBookingStartAt: at(-1) }, ['is only for bookings']],
    [{ allowedBookingEndAt: at(1) }, ['is only for bookings']],
    [{ appliesTo: { services: null, resources: [5] } }, ['is only for bookings']],
    [{ appliesTo: { services: [1], resources: null } }, []],
  ])('%j of an order without a booking: %j', (given, messages) => {
    const order = { ...use, bookedFrom: null, resourceId: null };
    expect(validateConditions({ ...coupon, ...given }, order)).toEqual(messages);
  });

  it('rejects a booking without a service if the coupon has services', () => {
    const unserviced = { ...use, serviceId: null };
    expect(validateConditions(coupon, unserviced)).toEqual([]);
    const scoped = { ...coupon, appliesTo: { services: [1], resources: null } };
    expect(validateConditions(scoped, unserviced)).toEqual(['is not for that service']);
  });
});

describe('discount', () => {
  it.each([
    [1_000_000n, null, 0n],
    [1_000_000n, { valueType: PERCENTAGE, value: 25 }, 250_000n],
    [1_000_000n, { valueType: PERCENTAGE, value: 100 }, 1_000_000n],
    [0n, { valueType: PERCENTAGE, value: 50 }, 0n],
    [100n, { valueType: PERCENTAGE, value: 50 }, 100n],
    [14_900n, { valueType: PERCENTAGE, value: 1 }, 100n],
    [15_000n, { valueType: PERCENTAGE, value: 1 }, 200n],
    [1_152_500n, { valueType: PERCENTAGE, value: 33 }, 380_300n],
    [9_999_999_999_999_999_900n, { valueType: PERCENTAGE, value: 15 }, 1_500_000_000_000_000_000n],
    [1_000_000n, { valueType: AMOUNT, value: 30 }, 300_000n],
    [299_900n, { valueType: AMOUNT, value: 30 }, 299_900n],
    [0n, { valueType: AMOUNT, value: 30 }, 0n],
    [10_000n, { valueType: AMOUNT, value: 2_147_483_647 }, 10_000n],
  ])('on %s with %o is %s', (total, given, discount) => {
    expect(discountOn(total, given, null)).toBe(discount);
  });
});
