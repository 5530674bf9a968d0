import type { PaymentProviders } from '../platform/payments/payment-provider.js';
import { createStripe } from '../platform/payments/stripe.js';
import { type Config, stripeApi } from './config.js';

/** Creates the payment providers that accounts can use, by name. */
export function createPaymentProviders({ stripeUrl }: Pick<Config, 'stripeUrl'>): PaymentProviders {
  // Another URL is the operator's own choice, such as a local double for tests.
  return new Map([['stripe', createStripe({ url: stripeUrl, allowPrivate: stripeUrl !== stripeApi })]]);
}
