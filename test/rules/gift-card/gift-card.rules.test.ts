import {
  createGiftCardCode,
  maskCode,
  redemptionError,
  validateValues,
  wholeUnits,
} from '../../../src/domain/gift-card/gift-card.rules.js';

it('generates unique codes of letters and digits', () => {
  const codes = Array.from({ length: 200 }, createGiftCardCode);
  for (const code of codes) expect(code).toMatch(/^[A-Z]{4}-\d{4}-[A-Z]{4}$/);
  expect(new Set(codes).size).toBe(200);
});

it.each([
  ['ABCD-1234-WXYZ', '**********WXYZ'],
  ['SPRING26', '****NG26'],
  ['SPRING1', '*******'],
  ['', ''],
])('the code %s is shown as %s', (code, masked) => {
  expect(maskCode(code)).toBe(masked);
});

it.each([
  ['500.00', 500],
  ['84.75', 84],
  ['0.99', 0],
  ['0.00', 0],
])('wholeUnits rounds %s down to %i', (remaining, value) => {
  expect(wholeUnits({ remaining })).toBe(value);
});

it.each([
  [{}, {}],
  [{ value: 1, initialValue: 10_000 }, {}],
  [{ value: 0 }, { value: ['must be greater than 0'] }],
  [{ value: 10_001 }, { value: ['must be less than or equal to 10000'] }],
  [{ initialValue: -1 }, { initialValue: ['must be greater than 0'] }],
])('validates the values %j: %j', (given, errors) => {
  expect(validateValues(given)).toEqual(errors);
});

describe('a gift card', () => {
  const card = { active: true, validUntil: null, remaining: '100.00' };

  it.each([
    [{}, undefined],
    [{ validUntil: '2026-03-02' }, undefined],
    [{ remaining: '0.01' }, undefined],
    [{ validUntil: '2026-03-01' }, 'has expired'],
    [{ active: false }, 'is not active'],
    [{ remaining: '0.00' }, 'is used up'],
  ])('with %j on 2026-03-02: %s', (given, problem) => {
    expect(redemptionError({ ...card, ...given }, '2026-03-02')).toBe(problem);
  });
});
