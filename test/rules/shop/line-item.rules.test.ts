import { CouponValueType } from '../../../src/domain/coupon/coupon.entity.js';
import { BookingType } from '../../../src/domain/service/service.entity.js';
import { couponUseOf, discountOnItems, priceItem, type SoldService } from '../../../src/domain/shop/line-item.rules.js';
import type { OrderLineItemInput } from '../../../src/domain/shop/new-order.input.js';

const product: SoldService = {
  id: 1,
  bookingType: BookingType.PRODUCT,
  price: '99.50',
  bookingCapacity: null,
  bookingMinimum: null,
};
const card: SoldService = { ...product, id: 2, bookingType: BookingType.GIFT_CARD, price: null };

it.each<[string, Partial<OrderLineItemInput>, SoldService | undefined, object]>([
  ['a product', {}, product, { item: { serviceId: 1, quantity: 1, amount: '99.50' } }],
  ['its price in another form', { amount: '99.5' }, product, { item: { serviceId: 1, quantity: 1, amount: '99.5' } }],
  ['another price', { amount: '1' }, product, { errors: { amount: ['must be 99.5'] } }],
  ['an unknown service', {}, undefined, { errors: { serviceId: ['does not exist'] } }],
  [
    'a service that is booked',
    {},
    { ...product, bookingType: BookingType.APPOINTMENT },
    {
      errors: { serviceId: ['is not a product or a gift card'] },
    },
  ],
  [
    'a product without a price',
    { amount: '5' },
    { ...product, price: null },
    { errors: { serviceId: ['has no price'] } },
  ],
  [
    'too many',
    { quantity: 4 },
    { ...product, bookingCapacity: 3 },
    {
      errors: { quantity: ['must be less than or equal to 3'] },
    },
  ],
  [
    'too few',
    { quantity: 1 },
    { ...product, bookingMinimum: 2 },
    {
      errors: { quantity: ['must be greater than or equal to 2'] },
    },
  ],
  [
    'a gift card of a chosen value',
    { amount: '250', quantity: 2 },
    card,
    {
      item: { serviceId: 1, quantity: 2, amount: '250' },
    },
  ],
  ['a gift card without a value', {}, card, { errors: { amount: ["can't be blank"] } }],
  [
    'a gift card of a fixed value',
    {},
    { ...card, price: '100.00' },
    {
      item: { serviceId: 1, quantity: 1, amount: '100.00' },
    },
  ],
  [
    'a gift card of too low a value',
    { amount: '0.99' },
    card,
    {
      errors: { amount: ['must be greater than or equal to 1'] },
    },
  ],
  [
    'a gift card of too high a value',
    { amount: '10000.01' },
    card,
    {
      errors: { amount: ['must be less than or equal to 10000.0'] },
    },
  ],
  [
    'too many gift cards',
    { amount: '1', quantity: 101 },
    card,
    {
      errors: { quantity: ['must be less than or equal to 100'] },
    },
  ],
])('%s', (_name, given, service, result) => {
  expect(priceItem({ serviceId: 1, ...given }, service)).toEqual(result);
});

const items = [
  { serviceId: 1, quantity: 2, amount: '99.50' },
  { serviceId: 2, quantity: 1, amount: '500.00' },
];
const tenPercent = { valueType: CouponValueType.PERCENTAGE, value: 10 };

it.each([
  [null, 69_900n, 1, 6_990n],
  [{ services: [2], resources: null }, 69_900n, 2, 5_000n],
  [{ services: [3], resources: null }, 69_900n, 1, 0n],
])('a coupon for %j reduces the items of its services', (appliesTo, amount, serviceId, discount) => {
  const use = { bookedFrom: null, resourceId: null, count: 3, amount, serviceId };
  expect(couponUseOf(items, { appliesTo })).toEqual(use);
  expect(discountOnItems(items, { ...tenPercent, appliesTo })).toBe(discount);
});
