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
  [
    'accepts a product',
    {},
    product,
    { item: { serviceId: 1, quantity: 1, amount: '99.50', isGiftCard: false, rate: null } },
  ],
  [
    'accepts the price of a product in another form',
    { amount: '99.5' },
    product,
    { item: { serviceId: 1, quantity: 1, amount: '99.5', isGiftCard: false, rate: null } },
  ],
  ['rejects another price', { amount: '1' }, product, { errors: { amount: ['must be 99.5'] } }],
  ['rejects an unknown service', {}, undefined, { errors: { serviceId: ['does not exist'] } }],
  [
    'rejects a service that is not a product',
    {},
    { ...product, bookingType: BookingType.APPOINTMENT },
    {
      errors: { serviceId: ['is not a product, a gift card or a package'] },
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
      item: { serviceId: 1, quantity: 2, amount: '250', isGiftCard: true, rate: null },
    },
  ],
  ['rejects a gift card without a value', {}, card, { errors: { amount: ["can't be blank"] } }],
  [
    'accepts a gift card with a fixed value',
    {},
    { ...card, price: '100.00' },
    {
      item: { serviceId: 1, quantity: 1, amount: '100.00', isGiftCard: true, rate: null },
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
  expect(priceItem({ serviceId: 1, ...given }, service, null)).toEqual(result);
});

const items = [
  { serviceId: 1, quantity: 2, amount: '99.50', isGiftCard: false, rate: null },
  { serviceId: 2, quantity: 1, amount: '500.00', isGiftCard: true, rate: null },
];
const cards = [{ serviceId: 2, quantity: 3, amount: '100.00', isGiftCard: true, rate: null }];
const only = (...services: number[]) => ({ services, resources: null });

it.each([
  ['for everything', items, null, { count: 2, amount: 1_990_000n, serviceId: 1, discount: 199_000n }],
  [
    'for resources',
    items,
    { services: null, resources: [1] },
    { count: 2, amount: 1_990_000n, serviceId: 1, discount: 199_000n },
  ],
  ['for the gift card', items, only(2), { count: 3, amount: 6_990_000n, serviceId: 2, discount: 500_000n }],
  ['for both', items, only(1, 2), { count: 3, amount: 6_990_000n, serviceId: 1, discount: 699_000n }],
  ['for another service', items, only(3), { count: 2, amount: 1_990_000n, serviceId: 1, discount: 0n }],
  ['for everything, of an order of gift cards', cards, null, { count: 0, amount: 0n, serviceId: 2, discount: 0n }],
  ['for the gift card alone', cards, only(2), { count: 3, amount: 3_000_000n, serviceId: 2, discount: 300_000n }],
])('a coupon %s reduces the items of its services', (_name, ordered, appliesTo, { discount, ...use }) => {
  const coupon = { valueType: CouponValueType.PERCENTAGE, value: 10, appliesTo };
  expect(couponUseOf(ordered, coupon)).toMatchObject(use);
  expect(discountOnItems(ordered, coupon, null)).toBe(discount);
});

it.each([
  [
    'JPY',
    '999.5',
    undefined,
    { item: { serviceId: 1, quantity: 1, amount: '1000.00', isGiftCard: false, rate: null } },
  ],
  ['KWD', '1.2345', undefined, { item: { serviceId: 1, quantity: 1, amount: '1.235', isGiftCard: false, rate: null } }],
  ['KWD', '1.234', '1.2340', { item: { serviceId: 1, quantity: 1, amount: '1.2340', isGiftCard: false, rate: null } }],
  ['JPY', '999.5', '999.5', { errors: { amount: ['must be 1000.0'] } }],
])('in %s a product of %s, asked for at %s, is sold for whole minor units', (currency, price, amount, result) => {
  expect(priceItem({ serviceId: 1, ...(amount && { amount }) }, { ...product, price }, currency)).toEqual(result);
});
