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
    expect(quote(price, count, coupon)).toEqual({ total, discountAmount });
  },
);

describe('an order', () => {
  const at = new Date('2026-03-02T07:00:00Z');
  const pending = { state: 'pending', settledAt: null };
  const confirmed = { state: 'confirmed', settledAt: at };

  it.each([
    ['100.00', '0.00', '0.00', 10_000n, pending],
    ['100.00', '25.00', '74.99', 1n, pending],
    ['100.00', '25.00', '75.00', 0n, confirmed],
    ['100.00', '100.00', '0.00', 0n, confirmed],
    ['0.00', '0.00', '0.00', 0n, confirmed],
    ['40.00', '0.00', '50.00', -1_000n, confirmed],
  ])('of %s less %s with %s paid has a balance of %s: %j', (total, discountAmount, paidAmount, balance, settlement) => {
    const amounts = { total, discountAmount, paidAmount };
    expect(priceAfterDiscount(amounts) - balanceDue(amounts)).toBe(BigInt(paidAmount.replace('.', '')));
    expect(balanceDue(amounts)).toBe(balance);
    expect(toSettlement(amounts, at)).toEqual(settlement);
  });
});

it.each([
  [1n, undefined],
  [5_000n, undefined],
  [0n, 'must be greater than 0'],
  [-1n, 'must be greater than 0'],
  [5_001n, 'must be less than or equal to 50.0'],
])('amountError of %s with a maximum of 5000: %s', (amount, problem) => {
  expect(amountError(amount, 5_000n)).toBe(problem);
});
