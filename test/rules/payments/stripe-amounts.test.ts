import { codes } from 'currency-codes';
import { toAmount, toDecimal } from '../../../src/domain/money.rules.js';
import {
  fromStripeAmount,
  smallestStripeAmount,
  toStripeAmount,
} from '../../../src/platform/payments/stripe/stripe-amounts.js';
import { countedByStripe } from '../../support/stripe-parameters.js';

it.each(codes())('an amount of %s goes out and comes back as Stripe counts it', (code) => {
  const { ofTwelve, smallest } = countedByStripe(code);
  expect(toStripeAmount(toAmount('12'), code)).toBe(ofTwelve);
  expect(toDecimal(fromStripeAmount(ofTwelve, code))).toBe('12.00');
  expect(smallestStripeAmount(code)).toBe(smallest);

  const least = toAmount(smallest);
  const sent = toStripeAmount(least, code);
  expect(sent).toBeDefined();
  expect(fromStripeAmount(sent ?? 0n, code)).toBe(least);
  expect(toStripeAmount(least / 2n, code)).toBeUndefined();
});

it.each([
  ['1234.56', 'HUF', 123_456n],
  ['1234.56', 'TWD', 123_456n],
  ['5.12', 'KWD', 5_120n],
  ['5.124', 'KWD', undefined],
  ['849.15', 'JPY', undefined],
  ['0.5', 'UGX', undefined],
  ['5', 'UGX', 500n],
])('%s %s is %s for Stripe', (decimal, currency, amount) => {
  expect(toStripeAmount(toAmount(decimal), currency)).toBe(amount);
});
