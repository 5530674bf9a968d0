import { data } from 'currency-codes';
import { formatMoney } from '../../src/domain/money.rules.js';
import { decimalsOf, isCurrency, maxDecimals } from '../../src/platform/currencies.js';

/** Metals, funds, baskets and codes for tests, which nobody pays with: ISO 4217 gives them no minor unit. */
const withoutMinorUnit = /^X(AG|AU|B[A-D]|DR|PD|PT|SU|TS|UA|XX)$/;
/** Codes of funds, in which nothing is paid either. */
const funds = 'BOV CHE CHW COU MXV USN'.split(' ');
const ofIso = data.filter(({ code }) => !withoutMinorUnit.test(code));

it.each(ofIso.map(({ code, digits }): [string, number] => [code, digits]))(
  '%s has %i decimals by ISO 4217',
  (code, digits) => {
    expect(decimalsOf(code)).toBe(digits);
    expect(digits).toBeLessThanOrEqual(maxDecimals);
    expect(isCurrency(code)).toBe(!funds.includes(code));
  },
);

it('an unknown code is no currency', () => {
  expect(['', 'EURO', 'eur', 'QQQ'].filter(isCurrency)).toEqual([]);
});

it.each([
  ['849.00', 'JPY', '¥849'],
  ['849.15', 'JPY', '¥849.15'],
  ['1.2', 'KWD', 'KWD 1.200'],
  ['1.5', 'HUF', 'HUF 1.50'],
  ['849', 'IDR', 'IDR 849'],
  ['849', 'EURO', '849 EURO'],
  ['849.5', null, '849.50'],
])('formats %s of %s as %s, with the decimals of ISO 4217 unless all are 0', (amount, currency, text) => {
  expect(formatMoney(amount, currency, 'en')).toBe(text);
});
