import { OrderState } from '../../../src/domain/order/order.entity.js';
import {
  changesPayment,
  type GivenPayment,
  type PaidSum,
  type Payment,
  paidWith,
  refundableAmount,
  spreadPayment,
  statedSum,
  unpaid,
  validatePaidSum,
  validatePayment,
} from '../../../src/domain/order/order.rules.js';

const earlier = new Date('2026-03-01T11:00:00Z');
const later = new Date('2026-03-01T12:00:00Z');
const now = new Date('2026-03-02T07:00:00Z');

const partly: Payment = { paidAt: null, paidAmount: '40.00' };
const partlyAt: Payment = { paidAt: earlier, paidAmount: '40.00' };
const wholly: Payment = { paidAt: earlier, paidAmount: '100.00' };
const forNothing: Payment = { paidAt: earlier, paidAmount: '0.00' };

describe('statedSum', () => {
  it.each<[before: Payment, given: GivenPayment, sum: PaidSum, changes: boolean]>([
    [unpaid, {}, 'unchanged', false],
    [unpaid, { paidAt: null, paidAmount: null }, 'unchanged', false],
    [unpaid, { paidAmount: '0' }, 'unchanged', false],
    [unpaid, { paidAt: earlier }, 'everything', true],
    [unpaid, { paidAt: earlier, paidAmount: null }, 'everything', true],
    [unpaid, { paidAmount: '40' }, 400_000n, true],
    [unpaid, { paidAt: earlier, paidAmount: '40.5' }, 405_000n, true],
    [partly, {}, 'unchanged', false],
    [partly, { paidAt: null, paidAmount: '40.0' }, 'unchanged', false],
    [partly, { paidAt: null }, 'unchanged', false],
    [partly, { paidAmount: null }, 0n, true],
    [partly, { paidAmount: '0' }, 0n, true],
    [partly, { paidAmount: '60' }, 600_000n, true],
    [partly, { paidAt: earlier }, 'everything', true],
    [partly, { paidAt: earlier, paidAmount: '40' }, 'unchanged', true],
    [partlyAt, { paidAt: earlier, paidAmount: '40' }, 'unchanged', false],
    [partlyAt, { paidAt: null }, 0n, true],
    [wholly, { paidAt: earlier, paidAmount: '100.0' }, 'unchanged', false],
    [wholly, { paidAt: earlier, paidAmount: null }, 'unchanged', false],
    [{ paidAt: new Date(earlier.getTime() + 123), paidAmount: '100.00' }, { paidAt: earlier }, 'unchanged', false],
    [wholly, { paidAt: null }, 0n, true],
    [wholly, { paidAt: null, paidAmount: null }, 0n, true],
    [wholly, { paidAt: null, paidAmount: '100' }, 0n, true],
    [wholly, { paidAt: null, paidAmount: '40' }, 400_000n, true],
    [wholly, { paidAmount: null }, 0n, true],
    [wholly, { paidAmount: '40' }, 400_000n, true],
    [wholly, { paidAt: later }, 'everything', true],
    [forNothing, { paidAt: earlier, paidAmount: '0.0' }, 'unchanged', false],
    [forNothing, { paidAt: null }, 'unchanged', true],
  ])('of %j with the request %j is %s, and changes the payment: %s', (before, given, sum, changes) => {
    expect(statedSum(before, given)).toBe(sum);
    expect(changesPayment(before, given)).toBe(changes);
  });
});

describe('an order of 100 and its booking', () => {
  const pending = (paidAmount: string) => ({ state: 'pending', paidAmount, settledAt: null });
  const confirmed = (paidAmount: string, settledAt: Date) => ({ state: 'confirmed', paidAmount, settledAt });

  it.each<[paidBefore: string, sum: PaidSum, paidAt: Date | null, order: object, booking: object]>([
    ['0.00', 'unchanged', null, pending('0.00'), unpaid],
    ['0.00', 0n, earlier, pending('0.00'), unpaid],
    ['0.00', 400_000n, null, pending('40.00'), { paidAt: null, paidAmount: '40.00' }],
    ['0.00', 400_000n, earlier, pending('40.00'), { paidAt: earlier, paidAmount: '40.00' }],
    ['40.00', 'unchanged', null, pending('40.00'), { paidAt: null, paidAmount: '40.00' }],
    ['40.00', 'everything', earlier, confirmed('100.00', earlier), { paidAt: earlier, paidAmount: '100.00' }],
    ['40.00', 1_000_000n, null, confirmed('100.00', now), { paidAt: now, paidAmount: '100.00' }],
    ['100.00', 0n, null, pending('0.00'), unpaid],
    ['100.00', 400_000n, earlier, pending('40.00'), { paidAt: earlier, paidAmount: '40.00' }],
    ['120.00', 'everything', later, confirmed('120.00', later), { paidAt: later, paidAmount: '120.00' }],
  ])('with %s paid and then %s at %s become %j and %j', (paidAmount, sum, paidAt, order, booking) => {
    const amounts = { total: '110.00', discountAmount: '10.00', paidAmount };
    expect(paidWith(amounts, sum, paidAt, now)).toEqual({ order, booking });
  });

  it('is settled with a total of 0', () => {
    const free = { total: '100.00', discountAmount: '100.00', paidAmount: '0.00' };
    const booking = { paidAt: now, paidAmount: '0.00' };
    expect(paidWith(free, 'unchanged', null, now)).toEqual({ order: confirmed('0.00', now), booking });
  });
});

it.each<[sum: PaidSum, errors: object]>([
  [1_000_100n, { paidAmount: ['must be less than or equal to 100.0'] }],
  [1_000_000n, {}],
  ['everything', {}],
  ['unchanged', {}],
])('a paid sum of %s of 100: %j', (sum, errors) => {
  expect(validatePaidSum(sum, { total: '100.00', discountAmount: '0.00', paidAmount: '120.00' })).toEqual(errors);
});

it.each([
  ['-1', { paidAmount: ['must be greater than or equal to 0'] }],
  ['0.00', {}],
  [null, {}],
  ['40.5', { paidAmount: ['is invalid', 'must have no decimals, as amounts of JPY'] }],
  ['849.15', {}],
])('a paid amount of %s of JPY after one of 849.15: %j', (paidAmount, errors) => {
  expect(validatePayment({ paidAmount }, { paidAmount: '849.150' }, 'JPY')).toEqual(errors);
});

it.each([
  [OrderState.PENDING, '40.00', 0n],
  [OrderState.CONFIRMED, '100.00', 0n],
  [OrderState.CONFIRMED, '120.00', 200_000n],
  [OrderState.CANCELLED, '40.00', 400_000n],
  [OrderState.CANCELLED, '0.00', 0n],
])('a %s order of 100 with %s paid has %s to refund', (state, paidAmount, refundable) => {
  expect(refundableAmount({ state, total: '100.00', discountAmount: '0.00', paidAmount })).toBe(refundable);
});

it.each<[string, bigint, [payable: bigint, paid: bigint][], bigint[]]>([
  [
    'nothing',
    0n,
    [
      [300n, 0n],
      [200n, 0n],
    ],
    [0n, 0n],
  ],
  [
    'a part, which fills the first',
    350n,
    [
      [300n, 0n],
      [200n, 0n],
    ],
    [300n, 50n],
  ],
  [
    'what was paid for the second, which keeps it',
    250n,
    [
      [300n, 0n],
      [200n, 200n],
    ],
    [50n, 200n],
  ],
  [
    'too much for one that ended, of which the other gets what it lacks',
    250n,
    [
      [0n, 250n],
      [200n, 0n],
    ],
    [50n, 200n],
  ],
  [
    'too much, which stays where it was paid',
    500n,
    [
      [0n, 300n],
      [200n, 200n],
    ],
    [300n, 200n],
  ],
  [
    'too much without an earlier payment, which is with the last',
    600n,
    [
      [300n, 0n],
      [200n, 0n],
    ],
    [300n, 300n],
  ],
  [
    'less than before, which the last loses',
    300n,
    [
      [300n, 300n],
      [200n, 200n],
    ],
    [300n, 0n],
  ],
  ['for no booking', 100n, [], []],
])('a payment of an order that bookings share is spread: %s', (_case, paid, shares, parts) => {
  expect(
    spreadPayment(
      paid,
      shares.map(([payable, before]) => ({ payable, paid: before })),
    ),
  ).toEqual(parts);
});
