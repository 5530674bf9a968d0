import { cents, toDecimal } from '../../src/domain/money.rules.js';

describe('money', () => {
  it.each([
    ['0', 0n, '0.00'],
    ['115', 11_500n, '115.00'],
    ['115.5', 11_550n, '115.50'],
    ['115.500', 11_550n, '115.50'],
    ['0.07', 7n, '0.07'],
    ['-0.07', -7n, '-0.07'],
    ['-12.3', -1_230n, '-12.30'],
    ['9999999999999999.99', 999_999_999_999_999_999n, '9999999999999999.99'],
  ])('%s is %s hundredths, written %s', (decimal, amount, written) => {
    expect(cents(decimal)).toBe(amount);
    expect(toDecimal(amount)).toBe(written);
  });
});
