import { decimalsOf, maxDecimals } from '../../currencies.js';
import { ProviderError } from '../payment-provider.js';

/** An amount as Mollie writes it: with all decimals of its currency. */
export interface MollieAmount {
  currency: string;
  value: string;
}

/**
 * The currencies of https://docs.mollie.com/docs/multicurrency. All have the decimals of ISO 4217: ISK and JPY none, the
 * others two, also HUF and TWD.
 */
export const mollieCurrencies: ReadonlySet<string> = new Set(
  'AED AUD BGN BRL CAD CHF CZK DKK EUR GBP HKD HUF ILS ISK JPY MXN MYR NOK NZD PHP PLN RON RUB SEK SGD THB TWD USD ZAR'.split(
    ' ',
  ),
);

/** Converts ten-thousandths. @throws ProviderError if Mollie has no such currency or amount */
export function toMollieAmount(amount: bigint, currency: string): MollieAmount {
  if (!mollieCurrencies.has(currency)) {
    throw new ProviderError(`does not take payments in ${currency}`, 'misconfigured');
  }
  const decimals = decimalsOf(currency);
  const step = 10n ** BigInt(maxDecimals - decimals);
  if (amount % step !== 0n) {
    const smallest = (1 / 10 ** decimals).toFixed(decimals);
    throw new ProviderError(`takes ${currency} in steps of ${smallest} only`, 'misconfigured');
  }
  const digits = (amount / step).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  return { currency, value: decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}` };
}

/** Converts an amount of Mollie to ten-thousandths. Returns undefined for anything else. */
export function fromMollieAmount(value: unknown): bigint | undefined {
  const [, whole = '', decimals = ''] = /^(\d{1,12})(?:\.(\d{1,4}))?$/.exec(String(value)) ?? [];
  return whole === '' ? undefined : BigInt(whole + decimals.padEnd(maxDecimals, '0'));
}
