import { mollie } from './mollie/mollie.js';
import type { PaymentProviders, ProviderDefinition } from './payment-provider.js';
import { stripe } from './stripe/stripe.js';

/** All providers that accounts can use. A new one is a folder beside this file and a line here. */
export const providerDefinitions: readonly ProviderDefinition[] = [stripe, mollie];

/** The base URLs of the APIs by the names of the providers, without a trailing slash. */
export type ProviderUrls = Readonly<Record<string, string>>;

/**
 * Creates the payment providers that accounts can use, by name: those that have a URL.
 *
 * @param urls another URL than that of the provider itself is the operator's own choice, such as a local double for
 *   tests, and may be private
 */
export function createPaymentProviders(urls: ProviderUrls): PaymentProviders {
  return new Map(
    providerDefinitions.flatMap(({ name, defaultUrl, create }) => {
      const url = urls[name];
      return url === undefined ? [] : [[name, create({ url, allowPrivate: url !== defaultUrl })] as const];
    }),
  );
}
