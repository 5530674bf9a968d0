import { toAmount, toDecimal } from '../../src/domain/money.rules.js';
import { offeredTips, parseTipPercentages } from '../../src/domain/tip-percentages.rules.js';

it.each<[string, number[] | null]>([
  ['10, 15, 20', [10, 15, 20]],
  ['20 %,10%', [10, 20]],
  ['1', [1]],
  ['100', [100]],
  ['0', null],
  ['101', null],
  ['12.5', null],
  ['-5', null],
  ['5, 5', null],
  ['5, 05', null],
  ['5,', null],
  ['1, 2, 3, 4, 5', null],
  ['', null],
])('percentages %j are %j', (text, expected) => {
  expect(parseTipPercentages(text)).toEqual(expected);
});

it.each<[string, string | null, [number, string][]]>([
  [
    '100',
    'NOK',
    [
      [10, '10.00'],
      [15, '15.00'],
    ],
  ],
  [
    '333.33',
    'EUR',
    [
      [10, '33.33'],
      [15, '50.00'],
    ],
  ],
  [
    '999',
    'JPY',
    [
      [10, '100.00'],
      [15, '150.00'],
    ],
  ],
  // Less than half a minor unit is nothing to offer.
  ['4', 'JPY', [[15, '1.00']]],
  [
    '1',
    'KWD',
    [
      [10, '0.10'],
      [15, '0.15'],
    ],
  ],
  ['0', 'NOK', []],
  [
    '100',
    null,
    [
      [10, '10.00'],
      [15, '15.00'],
    ],
  ],
])('of %s %s, %j are offered', (price, currency, expected) => {
  const offered = offeredTips({ tipPercentages: '10, 15' }, toAmount(price), currency);
  expect(offered.map(({ percentage, amount }) => [percentage, toDecimal(amount)])).toEqual(expected);
});

it('are not offered by an account that names none', () => {
  expect(offeredTips({ tipPercentages: null }, toAmount('100'), 'NOK')).toEqual([]);
});
