import { validateRanges } from '../../src/platform/accepted.js';

it.each([
  [{ above: 0 }, 1, undefined],
  [{ above: 0 }, 0, 'must be greater than 0'],
  [{ from: 0 }, 0, undefined],
  [{ from: 0 }, -1, 'must be greater than or equal to 0'],
  [{ from: 0, upTo: 10 }, 10, undefined],
  [{ from: 0, upTo: 10 }, 11, 'must be less than or equal to 10'],
  [{ from: 0 }, '-0.01', 'must be greater than or equal to 0'],
  [{ from: 0 }, '0.00', undefined],
  [{ above: 0 }, null, undefined],
  [{ above: 0 }, undefined, undefined],
])('validates against %j the value %p: %p', (range, amount, message) => {
  expect(validateRanges({ amount }, { amount: range })).toEqual(message ? { amount: [message] } : {});
});
