import type { RequestContext } from '../domain/context.js';
import type { PaymentSettings } from '../domain/payment/payment.entity.js';
import {
  findPaymentSettings,
  removePaymentProvider,
  setPaymentProvider,
} from '../domain/payment/payment-settings.actions.js';
import { DomainError, invalid } from '../platform/errors.js';
import { createPaymentProviders } from '../platform/payments/payment-providers.js';
import type { Config, PaymentKeys } from './config.js';

interface ProviderOptions {
  provider: string;
  /** Whether customers can pay by it. */
  active: boolean;
  /** A key that is absent stays as it is stored. */
  keys: PaymentKeys;
}

/** Sets the payment provider of an account. The result does not contain the keys. @throws DomainError INVALID */
export async function setProviderOf(
  context: RequestContext,
  config: Pick<Config, 'paymentProviderUrls'>,
  { provider, active, keys }: ProviderOptions,
): Promise<object> {
  const paymentProviders = createPaymentProviders(config.paymentProviderUrls);
  return providerLine(await setPaymentProvider({ ...context, paymentProviders }, { provider, active, ...keys }));
}

/** Returns the payment provider of an account, without its keys; none if it has none. */
export async function showProviderOf(context: RequestContext): Promise<object[]> {
  const settings = await findPaymentSettings(context);
  return settings ? [providerLine(settings)] : [];
}

/** Removes the payment provider of an account and its keys. @throws DomainError INVALID if it has none */
export async function removeProviderOf(context: RequestContext): Promise<object> {
  try {
    return providerLine(await removePaymentProvider(context));
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') throw invalid({ provider: ['is not set'] });
    throw error;
  }
}

function providerLine({ provider, active }: Pick<PaymentSettings, 'provider' | 'active'>): object {
  return { provider, active };
}
