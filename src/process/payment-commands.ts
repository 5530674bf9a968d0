import { getAccountId } from '../domain/account/account.actions.js';
import { createBackgroundContext } from '../domain/account/background-context.js';
import type { RequestContext } from '../domain/context.js';
import {
  findPaymentSettings,
  removePaymentProvider,
  setPaymentProvider,
} from '../domain/payment/payment-settings.actions.js';
import type { PaymentSettings } from '../domain/payment/payment-settings.entity.js';
import type { Database } from '../platform/database/database.js';
import { DomainError, invalid } from '../platform/errors.js';
import { systemClock } from '../platform/time/clock.js';
import type { Config, PaymentKeys } from './config.js';
import { createPaymentProviders } from './payment-providers.js';

interface ProviderOptions {
  provider: string;
  /** Whether customers can pay by it. */
  active: boolean;
  /** A key that is absent stays as it is stored. */
  keys: PaymentKeys;
}

/** Sets the payment provider of an account. The result does not contain the keys. @throws DomainError NOT_FOUND, INVALID */
export async function setProviderOf(
  database: Database,
  config: Pick<Config, 'stripeUrl'>,
  subdomain: string,
  { provider, active, keys }: ProviderOptions,
): Promise<object> {
  const context = { ...(await contextOf(database, subdomain)), paymentProviders: createPaymentProviders(config) };
  return toLine(await setPaymentProvider(context, { provider, active, ...keys }));
}

/** Returns the payment provider of an account, without its keys; none if it has none. @throws DomainError NOT_FOUND */
export async function showProviderOf(database: Database, subdomain: string): Promise<object[]> {
  const settings = await findPaymentSettings(await contextOf(database, subdomain));
  return settings ? [toLine(settings)] : [];
}

/** Removes the payment provider of an account and its keys. @throws DomainError NOT_FOUND, INVALID if it has none */
export async function removeProviderOf(database: Database, subdomain: string): Promise<object> {
  const context = await contextOf(database, subdomain);
  try {
    return toLine(await removePaymentProvider(context));
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') throw invalid({ provider: ['is not set'] });
    throw error;
  }
}

async function contextOf(database: Database, subdomain: string): Promise<RequestContext> {
  return createBackgroundContext(database, systemClock, await getAccountId(database, subdomain));
}

function toLine({ provider, active }: Pick<PaymentSettings, 'provider' | 'active'>): object {
  return { provider, active };
}
