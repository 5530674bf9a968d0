import { toAmount } from '../../../src/domain/money.rules.js';
import type { TaxOfLine } from '../../../src/domain/order/order-tax.rules.js';
import type { PaidTax } from '../../../src/domain/order/paid-tax.type.js';
import { splitPayment } from '../../../src/domain/order/payment-taxes.rules.js';
import { type Random, seeded } from '../../support/random.js';
import { sampledSeeds } from '../../support/sample.js';

const line = (percentage: string | null, payableAmount: string, taxAmount: string | null = null): TaxOfLine => ({
  ...{ taxName: percentage && 'VAT', taxPercentage: percentage, payableAmount, taxAmount },
});
const part = (percentage: string | null, amount: string, taxAmount: string | null = null): PaidTax => ({
  ...{ name: percentage && 'VAT', percentage, amount, taxAmount },
});
const couponed = [line('25', '93.33', '18.67'), line('15', '46.67', '6.09')];

interface Case {
  when: string;
  amount: string;
  lines: TaxOfLine[];
  earlier?: PaidTax[];
  currency?: string;
  parts: PaidTax[];
}

const whole = [part('25', '93.33', '18.67'), part('15', '46.67', '6.09')];
const half = [part('25', '46.67', '9.34'), part('15', '23.33', '3.04')];
const cases: Case[] = [
  { when: 'the whole has the tax of the items', amount: '140', lines: couponed, parts: whole },
  { when: 'a half', amount: '70', lines: couponed, parts: half },
  {
    ...{ when: 'the other half makes up the whole', amount: '70', lines: couponed, earlier: half },
    parts: [part('25', '46.66', '9.33'), part('15', '23.34', '3.05')],
  },
  {
    ...{ when: 'a refund of all', amount: '-140', lines: couponed, earlier: whole },
    parts: [part('25', '-93.33', '-18.67'), part('15', '-46.67', '-6.09')],
  },
  {
    ...{ when: 'items without a rate beside others', amount: '30', lines: [line('25', '40', '8'), line(null, '20')] },
    parts: [part('25', '20', '4'), part(null, '10')],
  },
  {
    ...{ when: 'items of one rate together', amount: '50', lines: [line('25', '30', '6'), line('25.0', '20', '4')] },
    parts: [part('25', '50', '10')],
  },
  {
    ...{ when: 'whole yen', amount: '101', currency: 'JPY', lines: [line('10', '500', '45'), line('8', '500', '37')] },
    parts: [part('10', '51', '5'), part('8', '50', '4')],
  },
  {
    ...{ when: 'three decimals', amount: '0.005', currency: 'KWD', lines: [line('5', '1', '0.048'), line(null, '1')] },
    parts: [part('5', '0.003', '0'), part(null, '0.002')],
  },
  { when: 'an order that was free', amount: '5', lines: [line('25', '0', '0')], parts: [part('25', '5', '0')] },
  {
    ...{ when: 'a rate that no item has any more', amount: '0.5', lines: [line('15', '10', '1.3')] },
    earlier: [part('25', '5', '1')],
    parts: [part('15', '5.5', '0.72'), part('25', '-5', '-1')],
  },
];

it.each(cases)('splits a payment: $when', ({ amount, lines, earlier = [], currency = 'NOK', parts }) => {
  const exact = (ones: readonly PaidTax[]) =>
    ones.map((one) => ({
      ...one,
      amount: toAmount(one.amount),
      taxAmount: one.taxAmount === null ? null : toAmount(one.taxAmount),
    }));
  expect(exact(splitPayment(toAmount(amount), lines, earlier, currency))).toEqual(exact(parts));
});

it.each(sampledSeeds(200, 4, 'payment-taxes'))(
  'adds up to each payment, and to the tax of what is fully paid: seed %i',
  (seed) => {
    const random: Random = seeded(seed);
    const lines = Array.from({ length: 1 + random(4) }, () => {
      const payable = random(50_000);
      const percentage = ['25', '15', '12.5', null][random(4)] ?? null;
      return line(percentage, cents(payable), percentage === null ? null : cents(random(payable + 1)));
    });
    const price = lines.reduce((sum, { payableAmount }) => sum + toAmount(payableAmount ?? '0'), 0n) / 100n;
    const paid: PaidTax[] = [];
    let left = Number(price);
    while (left > 0) {
      const amount = random(3) === 0 ? left : 1 + random(left);
      left -= amount;
      const parts = splitPayment(toAmount(cents(amount)), lines, paid, 'NOK');
      expect(sumOf(parts.map((one) => one.amount))).toBe(toAmount(cents(amount)));
      paid.push(...parts);
    }
    if (price === 0n) return;
    expect(sumOf(paid.map(({ taxAmount }) => taxAmount ?? '0'))).toBe(
      sumOf(lines.map(({ taxAmount }) => taxAmount ?? '0')),
    );
  },
);

const cents = (amount: number): string => (amount / 100).toFixed(2);
const sumOf = (decimals: readonly string[]): bigint => decimals.reduce((sum, decimal) => sum + toAmount(decimal), 0n);
