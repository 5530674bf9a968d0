import { formatDecimal } from '../platform/scalars.js';

/** Formats an amount as people of the locale write it, with the currency if there is one. */
export function formatMoney(amount: string, currency: string | null, locale: string): string {
  if (!currency) return formatDecimal(amount);
  try {
    return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(Number(amount));
  } catch {
    // An account may have stored a code that Intl does not support.
    return `${formatDecimal(amount)} ${currency}`;
  }
}
