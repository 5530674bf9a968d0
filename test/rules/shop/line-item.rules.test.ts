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
  ['accepts a product', {}, product, { item: { serviceId: 1, quantity: 1, amount: '99.50' } }],
  [
    'accepts the price of a product in another form',
    { amount: '99.5' },
    product,
    { item: { serviceId: 1, quantity: 1, amount: '99.5' } },
  ],
  ['rejects another price', { amount: '1' }, product, { errors: { amount: ['must be 99.5'] } }],
  ['rejects an unknown service', {}, undefined, { errors: { serviceId: ['does not exist'] } }],
  [
    'rejects a service that is not a product',
    {},
    { ...product, bookingType: BookingType.APPOINTMENT },
    {
      errors: { serviceId: ['is not a product or a gift card'] },
    },
  ],
  [
    'rejects a product without a price',
    { amount: '5' },
    { ...product, price: null },
    { errors: { serviceId: ['has no price'] } },
  ],
  [
    'rejects a quantity above the maximum',
    { quantity: 4 },
    { ...product, bookingCapacity: 3 },
    {
      errors: { quantity: ['must be less than or equal to 3'] },
    },
  ],
  [
    'rejects a quantity below the minimum',
    { quantity: 1 },
    { ...product, bookingMinimum: 2 },
    {
      errors: { quantity: ['must be greater than or equal to 2'] },
    },
  ],
  [
    'accepts a gift card with a chosen value',
    { amount: '250', quantity: 2 },
    card,
    {
      item: { serviceId: 1, quantity: 2, amount: '250' },
    },
  ],
  ['rejects a gift card without a value', {}, card, { errors: { amount: ["can't be blank"] } }],
  [
    'accepts a gift card with a fixed value',
    {},
    { ...card, price: '100.00' },
    {
      item: { serviceId: 1, quantity: 1, amount: '100.00' },
    },
  ],
  [
    'rejects a gift card with a value below 1',
    { amount: '0.99' },
    card,
    {
      errors: { amount: ['must be greater than or equal to 1'] },
    },
  ],
  [
    'rejects a gift card with a value above 10000',
    { amount: '10000.01' },
    card,
    {
      errors: { amount: ['must be less than or equal to 10000.0'] },
    },
  ],
  [
    'rejects more than 100 gift cards',
    { amount: '1', quantity: 101 },
    card,
    {
      errors: { quantity: ['must be less than or equal to 100'] },
    },
  ],
])('priceItem %s', (_name, given, service, result) => {
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
