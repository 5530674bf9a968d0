import { type Coupon, CouponValueType } from '../../src/domain/coupon/coupon.entity.js';
import { roundAmount, toAmount, toDecimal, unit, validateDecimals } from '../../src/domain/money.rules.js';
import { balanceDue, quote, unitPriceOf } from '../../src/domain/order/order.rules.js';
import { BookingType } from '../../src/domain/service/service.entity.js';
import { discountOnItems, type PricedItem, priceItem, totalOf } from '../../src/domain/shop/line-item.rules.js';
import { decimalsOf } from '../../src/platform/currencies.js';
import { between, pick, type Random, seeded } from '../support/random.js';

it.each([
  ['0', 0n, '0.00'],
  ['115', 1_150_000n, '115.00'],
  ['115.5', 1_155_000n, '115.50'],
  ['115.500', 1_155_000n, '115.50'],
  ['0.07', 700n, '0.07'],
  ['0.0001', 1n, '0.0001'],
  ['1.234', 12_340n, '1.234'],
  ['-0.07', -700n, '-0.07'],
  ['-12.3', -123_000n, '-12.30'],
  ['9999999999999999.99', 99_999_999_999_999_999_900n, '9999999999999999.99'],
])('%s is %s ten-thousandths, written %s', (decimal, amount, written) => {
  expect(toAmount(decimal)).toBe(amount);
  expect(toDecimal(amount)).toBe(written);
});

it.each([
  ['849.15', 'JPY', '849.00'],
  ['849.5', 'JPY', '850.00'],
  ['-849.5', 'JPY', '-850.00'],
  ['0.005', null, '0.01'],
  ['-0.005', 'EUR', '-0.01'],
  ['0.0049', 'EUR', '0.00'],
  ['1.2345', 'KWD', '1.235'],
  ['1.2345', 'CLF', '1.2345'],
])('%s of %s is rounded half away from zero to %s', (decimal, currency, rounded) => {
  expect(toDecimal(roundAmount(toAmount(decimal), currency))).toBe(rounded);
});

it.each([
  ['849.150', null, {}],
  ['849.151', null, { price: ['is invalid', 'must have at most 2 decimals'] }],
  ['849.0000', 'JPY', {}],
  ['849.1', 'JPY', { price: ['is invalid', 'must have no decimals, as amounts of JPY'] }],
  ['1.234', 'KWD', {}],
  ['1.2345', 'KWD', { price: ['is invalid', 'must have at most 3 decimals, as amounts of KWD'] }],
])('%s of %s: %j', (price, currency, errors) => {
  expect(validateDecimals(currency, { price })).toEqual(errors);
  expect(validateDecimals(currency, { price }, { price: `${price}0` })).toEqual({});
});

const currencies = [null, 'JPY', 'ISK', 'EUR', 'NOK', 'KWD', 'CLF'];

/** A price with any decimals: stored in another currency, perhaps. */
const randomPrice = (random: Random): string =>
  toDecimal((BigInt(random(2 ** 32)) * BigInt(random(1_000))) / BigInt(pick(random, [1, 100, 10_000])));

function randomCoupon(random: Random): Pick<Coupon, 'valueType' | 'value' | 'appliesTo'> | null {
  const valueType = pick(random, [CouponValueType.AMOUNT, CouponValueType.PERCENTAGE, null]);
  if (valueType === null) return null;
  const services = pick(random, [null, [1], [2], [1, 2, 3]]);
  return { valueType, value: between(random, 1, 100), appliesTo: services && { services, resources: null } };
}

describe('whatever prices, counts and coupons', () => {
  const random = seeded(31);
  const rounds = Array.from({ length: 2_000 }, () => pick(random, currencies));

  function check(amounts: readonly string[], currency: string | null): void {
    for (const amount of amounts) {
      expect(toAmount(amount) % (unit / 10n ** BigInt(decimalsOf(currency)))).toBe(0n);
    }
  }

  it('an order of products has whole minor units, and its lines add up', () => {
    for (const currency of rounds) {
      const items: PricedItem[] = Array.from({ length: between(random, 1, 5) }, () => {
        const serviceId = between(random, 1, 2);
        const service = {
          id: serviceId,
          bookingType: BookingType.PRODUCT,
          price: randomPrice(random),
          bookingCapacity: null,
          bookingMinimum: null,
        };
        const priced = priceItem({ serviceId, quantity: between(random, 1, 20) }, service, currency);
        if ('errors' in priced) throw new Error(JSON.stringify(priced.errors));
        return priced.item;
      });
      const total = toDecimal(totalOf(items));
      const discountAmount = toDecimal(discountOnItems(items, randomCoupon(random), currency));
      const lines = items.reduce((sum, { amount, quantity }) => sum + toAmount(amount) * BigInt(quantity), 0n);
      expect(toDecimal(lines)).toBe(total);
      const left = balanceDue({ total, discountAmount, paidAmount: '0' });
      expect(left).toBeGreaterThanOrEqual(0n);
      check([total, discountAmount, toDecimal(left), ...items.map(({ amount }) => amount)], currency);
    }
  });

  it('an order of a booking has whole minor units', () => {
    for (const currency of rounds) {
      const price = unitPriceOf(randomPrice(random), currency);
      const { total, discountAmount } = quote(price, between(random, 1, 50), randomCoupon(random), currency);
      check([price, total, discountAmount], currency);
      expect(toAmount(discountAmount)).toBeLessThanOrEqual(toAmount(total));
    }
  });
});
