import { decimalsOf, maxDecimals } from '../../platform/currencies.js';
import { toAmount, toCurrencyDecimal } from '../money.rules.js';

/**
 * Formats an amount as people of the locale write it, with the currency if there is one: with the decimals of ISO 4217, and
 * with more only where the amount has them.
 */
export function formatMoney(amount: string, currency: string | null, locale: string): string {
  const plain = toCurrencyDecimal(toAmount(amount), currency);
  if (!currency) return plain;
  try {
    return new Intl.NumberFormat(locale, {
      ...{ style: 'currency', currency },
      ...{ minimumFractionDigits: decimalsOf(currency), maximumFractionDigits: maxDecimals },
    }).format(Number(amount));
  } catch {
    // An account may have stored a code that Intl does not support.
    return `${plain} ${currency}`;
  }
}
