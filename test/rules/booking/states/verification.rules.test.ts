import {
  createVerificationCode,
  toVerificationMethod,
} from '../../../../src/domain/booking/states/booking-state.rules.js';

it('generates codes of six digits', () => {
  const codes = Array.from({ length: 200 }, createVerificationCode);
  expect(codes.filter((code) => !/^\d{6}$/.test(code))).toEqual([]);
  expect(new Set(codes).size).toBeGreaterThan(190);
});

it.each([
  [0, undefined],
  [1, 'email'],
  [2, 'sms'],
])('verifies by the method %s of the account: %s', (verificationMethod, expected) => {
  expect(toVerificationMethod({ verificationMethod })).toBe(expected);
});
