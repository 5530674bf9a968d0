import { toAmount, toDecimal } from '../../../src/domain/money.rules.js';
import { splitTip, splitTipBack, tipIn, workOfStaff } from '../../../src/domain/order/tip.rules.js';

type Work = readonly (readonly [resourceId: number | null, amount: string])[];
const shares = (split: ReturnType<typeof splitTip>) =>
  split.map(({ resourceId, amount }) => [resourceId, toDecimal(amount)]);

describe('a tip', () => {
  it.each<[string, string | null, Work, [number | null, string][]]>([
    [
      '30',
      'NOK',
      [
        [1, '50'],
        [2, '100'],
      ],
      [
        [1, '10.00'],
        [2, '20.00'],
      ],
    ],
    ['30', 'NOK', [[1, '80']], [[1, '30.00']]],
    // The largest remainder gets the unit that is left, the first of equals.
    [
      '10',
      'NOK',
      [
        [1, '1'],
        [2, '1'],
        [3, '1'],
      ],
      [
        [1, '3.34'],
        [2, '3.33'],
        [3, '3.33'],
      ],
    ],
    [
      '0.05',
      'NOK',
      [
        [1, '10'],
        [2, '20'],
      ],
      [
        [1, '0.02'],
        [2, '0.03'],
      ],
    ],
    [
      '100',
      'JPY',
      [
        [1, '1'],
        [2, '1'],
        [3, '1'],
      ],
      [
        [1, '34.00'],
        [2, '33.00'],
        [3, '33.00'],
      ],
    ],
    [
      '1',
      'JPY',
      [
        [1, '300'],
        [2, '700'],
      ],
      [[2, '1.00']],
    ],
    [
      '1',
      'KWD',
      [
        [1, '1'],
        [2, '1'],
        [3, '1'],
      ],
      [
        [1, '0.334'],
        [2, '0.333'],
        [3, '0.333'],
      ],
    ],
    [
      '1',
      null,
      [
        [1, '1'],
        [2, '2'],
      ],
      [
        [1, '0.33'],
        [2, '0.67'],
      ],
    ],
    // Two bookings of one.
    [
      '30',
      'NOK',
      [
        [1, '50'],
        [2, '50'],
        [1, '50'],
      ],
      [
        [1, '20.00'],
        [2, '10.00'],
      ],
    ],
    // A free booking gets nothing beside one with a price. If all are free, each gets the same.
    [
      '30',
      'NOK',
      [
        [1, '0'],
        [2, '100'],
      ],
      [[2, '30.00']],
    ],
    [
      '30',
      'NOK',
      [
        [1, '0'],
        [2, '0'],
      ],
      [
        [1, '15.00'],
        [2, '15.00'],
      ],
    ],
    // A booking without a member of the staff counts only alone.
    [
      '30',
      'NOK',
      [
        [null, '50'],
        [2, '100'],
      ],
      [[2, '30.00']],
    ],
    [
      '30',
      'NOK',
      [
        [null, '50'],
        [null, '100'],
      ],
      [[null, '30.00']],
    ],
    ['30', 'NOK', [], [[null, '30.00']]],
  ])('of %s %s over %j is %j', (amount, currency, work, expected) => {
    const parts = work.map(([resourceId, price]) => ({ resourceId, amount: toAmount(price) }));
    expect(shares(splitTip(toAmount(amount), parts, currency))).toEqual(expected);
  });

  it.each<[string, string, Work, [number | null, string][]]>([
    [
      '30',
      'NOK',
      [
        [1, '10'],
        [2, '20'],
      ],
      [
        [1, '-10.00'],
        [2, '-20.00'],
      ],
    ],
    [
      '10',
      'NOK',
      [
        [1, '10'],
        [2, '20'],
      ],
      [
        [1, '-3.33'],
        [2, '-6.67'],
      ],
    ],
    // The first has given back all of its share.
    [
      '20',
      'NOK',
      [
        [1, '10'],
        [2, '20'],
        [1, '-10'],
      ],
      [[2, '-20.00']],
    ],
    [
      '1',
      'JPY',
      [
        [1, '2'],
        [2, '1'],
      ],
      [[1, '-1.00']],
    ],
    ['5', 'NOK', [[null, '5']], [[null, '-5.00']]],
  ])('of which %s %s are given back, of %j, takes %j', (amount, currency, given, expected) => {
    const rows = given.map(([resourceId, share]) => ({ resourceId, amount: share }));
    expect(shares(splitTipBack(toAmount(amount), rows, currency))).toEqual(expected);
  });

  it.each([
    ['110', '10'],
    ['100', '0'],
    ['60', '0'],
    ['105', '5'],
    ['130', '10'],
  ])('of 10 with 100 is, if %s are paid, %s', (received, tip) => {
    const asked = { amount: toAmount('110'), tip: toAmount('10') };
    expect(tipIn(toAmount(received), asked)).toBe(toAmount(tip));
  });

  const line = { bookingId: null, optionId: null, soldWithId: null, quantity: 1, amount: '0' };
  it.each([
    [
      'count and options',
      [7],
      [
        { ...line, bookingId: 7, quantity: 2, amount: '50' },
        { ...line, optionId: 1, amount: '20' },
      ],
      ['120.00'],
    ],
    [
      'the options of each booking of a visit',
      [7, 8],
      [
        { ...line, bookingId: 7, amount: '50' },
        { ...line, bookingId: 8, amount: '60' },
        { ...line, optionId: 1, soldWithId: 8, amount: '20' },
      ],
      ['50.00', '80.00'],
    ],
    [
      'no products',
      [7],
      [
        { ...line, bookingId: 7, amount: '50' },
        { ...line, amount: '99' },
      ],
      ['50.00'],
    ],
  ])('counts %s', (_name, ids, lines, amounts) => {
    const work = workOfStaff(
      ids.map((id) => ({ id, resourceId: id })),
      lines,
    );
    expect(work.map(({ amount }) => toDecimal(amount))).toEqual(amounts);
  });
});
