import { TaxRounding } from '../../../src/domain/account/account-choices.rules.js';
import { type RoundingOfTax, spreadAmount, toAmount, toDecimal } from '../../../src/domain/money.rules.js';
import { salesPriceOf, type TaxableLine, taxIn, taxLines } from '../../../src/domain/tax-rate/tax.rules.js';

const { LINE, NET, GROSS } = TaxRounding;

/** Lines written as `5 × 100.00 at 19`, of which those that end in `full` have no discount. */
function linesOf(text: string): TaxableLine[] {
  return text.split(' + ').map((line) => {
    const [, quantity, amount, percentage, full] = /^(\d+) × ([\d.]+)(?: at ([\d.]+))?( full)?$/.exec(line) ?? [];
    if (!quantity || !amount) throw new Error(`${line} is no line`);
    return { quantity: Number(quantity), amount, percentage: percentage ?? null, isDiscounted: !full };
  });
}

/** Writes a result as `79.85 of 500.00`, with the lines `93.33 (18.67)`. */
function taxed(text: string, discount: string, rounding: RoundingOfTax, currency: string | null = 'EUR') {
  const lines = taxLines(linesOf(text), toAmount(discount), rounding, currency);
  const tax = lines.reduce((sum, line) => sum + (line.tax ?? 0n), 0n);
  const payable = lines.reduce((sum, line) => sum + line.payable, 0n);
  const each = lines.map((line) => `${toDecimal(line.payable)} (${line.tax === null ? '-' : toDecimal(line.tax)})`);
  return { sum: `${toDecimal(tax)} of ${toDecimal(payable)}`, each };
}

const fiveLines = Array(5).fill('1 × 100.00 at 19').join(' + ');

it.each([
  ['5 × 100.00 at 19', LINE, '79.85 of 500.00'],
  ['5 × 100.00 at 19', NET, '79.83 of 499.98'],
  ['5 × 100.00 at 19', GROSS, '79.83 of 500.00'],
  [fiveLines, LINE, '79.85 of 500.00'],
  [fiveLines, NET, '79.83 of 499.98'],
  [fiveLines, GROSS, '79.83 of 500.00'],
  ['1 × 100.00 at 25', LINE, '20.00 of 100.00'],
  ['1 × 0.01 at 25', LINE, '0.00 of 0.01'],
  ['1 × 0.00 at 25', NET, '0.00 of 0.00'],
  ['1 × 100.00 at 0', NET, '0.00 of 100.00'],
  ['1 × 100.00 at 100', LINE, '50.00 of 100.00'],
  ['1 × 107.73 at 7.725', LINE, '7.73 of 107.73'],
  ['2 × 100.00 at 19.0 + 1 × 100.00 at 19.000', GROSS, '47.90 of 300.00'],
])('taxes %s by %s: %s', (lines, rounding, expected) => {
  expect(taxed(lines, '0', rounding).sum).toBe(expected);
});

it.each([
  ['1 × 100.00 at 25 + 1 × 50.00 at 15', '10.00', LINE, ['93.33 (18.67)', '46.67 (6.09)']],
  ['1 × 100.00 at 25 + 1 × 50.00 at 15', '10.00', GROSS, ['93.33 (18.67)', '46.67 (6.09)']],
  ['1 × 100.00 at 25 + 1 × 50.00 at 15 full', '10.00', LINE, ['90.00 (18.00)', '50.00 (6.52)']],
  ['1 × 100.00 at 25 + 1 × 50.00', '10.00', LINE, ['93.33 (18.67)', '46.67 (-)']],
  ['1 × 1.00 at 25 + 1 × 1.00 at 25 + 1 × 1.00 at 25', '1.00', LINE, ['0.66 (0.13)', '0.67 (0.13)', '0.67 (0.13)']],
  ['1 × 100.00 at 25 + 1 × 50.00 at 15', '150.00', LINE, ['0.00 (0.00)', '0.00 (0.00)']],
  ['3 × 10.00 at 25', '0.01', LINE, ['29.99 (6.00)']],
])('spreads a discount: %s, less %s by %s', (lines, discount, rounding, expected) => {
  expect(taxed(lines, discount, rounding).each).toEqual(expected);
});

it.each([
  ['KWD', '3 × 1.234 at 5', '0.177 of 3.702'],
  ['JPY', '3 × 999 at 10', '273.00 of 2997.00'],
  ['ISK', '1 × 1000 at 24', '194.00 of 1000.00'],
  ['HUF', '1 × 1000.00 at 27', '212.60 of 1000.00'],
])('rounds to the minor unit of %s', (currency, lines, expected) => {
  expect(taxed(lines, '0', LINE, currency).sum).toBe(expected);
});

it.each([
  ['100.00', '25', false, 'EUR', '125.00'],
  ['100.00', '25', true, 'EUR', '100.00'],
  ['0.99', '19', false, 'EUR', '1.18'],
  ['999', '10', false, 'JPY', '1099.00'],
  ['1.234', '5', false, 'KWD', '1.296'],
  [null, '25', false, 'EUR', null],
])('sells at a price of %s with %s %% (included: %s, %s) for %s', (price, percentage, included, currency, expected) => {
  expect(salesPriceOf(price, { percentage, included }, currency)).toBe(expected);
});

it('gives back the net price that the tax was added to', () => {
  for (const percentage of ['0.001', '5', '7.725', '19', '25', '50', '99.999', '100']) {
    for (let cents = 0n; cents < 2000n; cents++) {
      const net = cents * 100n;
      const gross = toAmount(salesPriceOf(toDecimal(net), { percentage, included: false }, 'EUR'));
      expect(gross - taxIn(gross, percentage, 'EUR')).toBe(net);
    }
  }
});

it.each([
  ['10.00', ['100.00', '50.00'], ['6.67', '3.33']],
  ['0.01', ['0.01', '0.01'], ['0.01', '0.00']],
  ['0.05', ['1.00', '0.00', '1.00', '1.00'], ['0.02', '0.00', '0.02', '0.01']],
  ['1.00', ['0.00', '0.00'], ['0.00', '0.00']],
  ['1.005', ['1.00', '1.00'], ['0.505', '0.50']],
  ['3.00', [], []],
])('spreads %s over %j as %j', (sum, weights, expected) => {
  expect(spreadAmount(toAmount(sum), weights.map(toAmount), 'EUR').map(toDecimal)).toEqual(expected);
});
