import { CouponValueType } from '../../../src/domain/coupon/coupon.entity.js';
import {
  amountError,
  balanceDue,
  priceAfterDiscount,
  quote,
  toSettlement,
} from '../../../src/domain/order/order.rules.js';

const half = { valueType: CouponValueType.PERCENTAGE, value: 50 };

it.each([
  [null, 3, null, '0.00', '0.00'],
  ['0.10', 3, null, '0.30', '0.00'],
  ['115.25', 2, half, '230.50', '115.25'],
  ['0.01', 1, half, '0.01', '0.01'],
  ['9999999999.99', 100_000, half, '999999999999000.00', '499999999999500.00'],
])(
  'quote for a price of %s, %i people and the coupon %j: %s less %s',
  (price, count, coupon, total, discountAmount) => {
    const agreed = { couponValueType: coupon?.valueType ?? null, couponValue: coupon?.value ?? null };
    expect(quote(price, count, coupon, null)).toEqual({ total, discountAmount, ...agreed });
  },
);

describe('an order', () => {
  const at = new Date('2026-03-02T07:00:00Z');
  const pending = { state: 'pending', settledAt: null };
  const confirmed = { state: 'confirmed', settledAt: at };

  it.each([
    ['100.00', '0.00', '0.00', 1_000_000n, pending],
    ['100.00', '25.00', '74.99', 100n, pending],
    ['100.00', '25.00', '75.00', 0n, confirmed],
    ['100.00', '100.00', '0.00', 0n, confirmed],
    ['0.00', '0.00', '0.00', 0n, confirmed],
    ['40.00', '0.00', '50.00', -100_000n, confirmed],
  ])('of %s less %s with %s paid has a balance of %s: %j', (total, discountAmount, paidAmount, balance, settlement) => {
    const amounts = { total, discountAmount, paidAmount };
    expect(priceAfterDiscount(amounts) - balanceDue(amounts)).toBe(BigInt(paidAmount.replace('.', '')) * 100n);
    expect(balanceDue(amounts)).toBe(balance);
    expect(toSettlement(amounts, at)).toEqual(settlement);
  });
});

it.each([
  ['0.01', null, undefined],
  ['50', null, undefined],
  ['0', null, ['must be greater than 0']],
  ['-0.01', null, ['must be greater than 0']],
  ['50.01', null, ['must be less than or equal to 50.0']],
  ['1.001', null, ['is invalid', 'must have at most 2 decimals']],
  ['1.001', 'KWD', undefined],
  ['1.5', 'JPY', ['is invalid', 'must have no decimals, as amounts of JPY']],
])('amountError of %s with a maximum of 50 in %s: %j', (amount, currency, problems) => {
  expect(amountError(amount, 500_000n, currency)).toEqual(problems);
});

it('the whole of what is left is accepted, whatever its decimals', () => {
  expect(amountError('849.15', 8_491_500n, 'JPY')).toBeUndefined();
  expect(amountError('849.05', 8_491_500n, 'JPY')).toBeDefined();
});
