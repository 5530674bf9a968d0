import { retryDelay } from '../../src/platform/retry.js';

describe('the delay before the next attempt', () => {
  it.each([
    [1, 0, 250],
    [2, 0, 500],
    [3, 0, 1_000],
    [6, 0, 8_000],
    [7, 0, 10_000],
    [2_000, 0, 10_000],
    [1, 1, 125],
    [7, 0.5, 7_500],
  ])('after %d attempts with the random number %d is %d ms', (attempts, random, expected) => {
    expect(retryDelay(attempts, random)).toBe(expected);
  });
});
