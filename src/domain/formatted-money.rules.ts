import { decimalsOf, maxDecimals } from '../platform/currencies.js';
import { formatDecimal } from '../platform/scalars.js';

/**
 * Formats an amount as people of the locale write it, with the currency if there is one: with the decimals of ISO 4217, and
 * with more only where the amount has them.
 */
export function formatMoney(amount: string, currency: string | null, locale: string): string {
  if (!currency) return formatDecimal(amount);
  try {
    return new Intl.NumberFormat(locale, {
      ...{ style: 'currency', currency },
      ...{ minimumFractionDigits: decimalsOf(currency), maximumFractionDigits: maxDecimals },
    }).format(Number(amount));
  } catch {
    // An account may have stored a code that Intl does not support.
    return `${formatDecimal(amount)} ${currency}`;
  }
}
