import { LRUCache } from 'lru-cache';
import { validateRanges } from '../platform/accepted.js';
import { decimalsOf, isCurrency, maxDecimals } from '../platform/currencies.js';
import type { FieldErrors } from '../platform/errors.js';
import { trimEnd } from '../platform/text.js';
import { type Locale, withPlainSpaces } from '../platform/time/localized.js';

/** An amount of money in ten-thousandths of the currency unit, the finest minor unit of ISO 4217. Integers keep sums exact. */
export type Amount = bigint;

/** The rounding of tax: see `TaxRounding`. */
export type RoundingOfTax = 'line' | 'net' | 'gross';

/** One unit of a currency, such as one euro. */
export const unit: Amount = 10n ** BigInt(maxDecimals);

/** Converts a decimal of the API or the database, such as "115", "115.5" or "115.500". */
export function toAmount(decimal: string): Amount {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(maxDecimals, '0').slice(0, maxDecimals));
}

/** Formats an amount with at least two decimals: "115.50", "1.234". */
export function toDecimal(amount: Amount): string {
  return writeDecimal(amount, 2);
}

/** Formats an amount with the decimals of its currency, and with more only where it has them: "1000" of JPY, "1.500" of KWD. */
export function toCurrencyDecimal(amount: Amount, currency: string | null): string {
  return writeDecimal(amount, decimalsOf(currency));
}

function writeDecimal(amount: Amount, minDecimals: number): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(maxDecimals + 1, '0');
  const fraction = trimEnd(digits.slice(-maxDecimals), '0').padEnd(minDecimals, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -maxDecimals)}${fraction && `.${fraction}`}`;
}

/** The smallest amount of a currency. */
export function minorUnit(currency: string | null): Amount {
  return 10n ** BigInt(maxDecimals - decimalsOf(currency));
}

/** Divides and rounds to whole minor units of the currency, half away from zero. */
export function roundQuotient(dividend: Amount, divisor: bigint, currency: string | null): Amount {
  const minor = minorUnit(currency);
  const step = minor * divisor;
  const half = dividend < 0n ? -step / 2n : step / 2n;
  return ((dividend + half) / step) * minor;
}

export function roundAmount(amount: Amount, currency: string | null): Amount {
  return roundQuotient(amount, 1n, currency);
}

/** Rounds towards zero. */
export function roundDown(amount: Amount, currency: string | null): Amount {
  const minor = minorUnit(currency);
  return (amount / minor) * minor;
}

/**
 * Divides a sum in proportion to the weights, in whole minor units that add up to it: those that lose most by rounding down
 * get one more, the first of equals. A fraction of a minor unit, which only an order of another time has, goes to the first
 * of these. All get 0 if all weights are 0.
 */
export function spreadAmount(sum: Amount, weights: readonly Amount[], currency: string | null): Amount[] {
  const total = weights.reduce((all, weight) => all + weight, 0n);
  if (total === 0n) return weights.map(() => 0n);
  const shares = weights.map((weight) => roundDown((sum * weight) / total, currency));
  const lost = weights.map((weight, index) => sum * weight - (shares[index] ?? 0n) * total);
  const byLoss = [...weights.keys()].sort(
    (one, other) => Number((lost[other] ?? 0n) - (lost[one] ?? 0n)) || one - other,
  );
  let rest = shares.reduce((left, share) => left - share, sum);
  for (const index of byLoss) {
    const more = rest < minorUnit(currency) ? rest : minorUnit(currency);
    shares[index] = (shares[index] ?? 0n) + more;
    rest -= more;
  }
  return shares;
}

/** Returns why an amount is no whole number of minor units of the currency, or undefined if it is. */
export function decimalsError(decimal: string, currency: string | null): string[] | undefined {
  return tooManyDecimals(decimal, decimalsOf(currency), currency === null ? '' : `, as amounts of ${currency}`);
}

/** Returns an error if a number has more decimals than `most`, or undefined. @param reason at the end of the message */
export function tooManyDecimals(decimal: string, most: number, reason = ''): string[] | undefined {
  const [, fraction = ''] = decimal.split('.');
  if (trimEnd(fraction, '0').length <= most) return undefined;
  const accepted = most === 0 ? 'must have no decimals' : `must have at most ${most} decimals`;
  return ['is invalid', `${accepted}${reason}`];
}

/** Validates a rate between currencies. Central banks publish them with four decimals. */
export function validateExchangeRate(attribute: string, rate: string | null): FieldErrors {
  const decimals = rate === null ? undefined : tooManyDecimals(rate, 4);
  return decimals ? { [attribute]: decimals } : validateRanges({ [attribute]: rate }, { [attribute]: { above: 0 } });
}

type Decimals<Attribute extends string> = { readonly [Name in Attribute]?: string | null };

/**
 * Returns an error for each amount that is no whole number of minor units. An amount that is stored passes: a client may send
 * back what was written before this rule, or in another currency.
 */
export function validateDecimals<Attribute extends string>(
  currency: string | null,
  given: Decimals<Attribute>,
  stored: Decimals<Attribute> = {},
): FieldErrors {
  const errors: FieldErrors = {};
  for (const [attribute, decimal] of Object.entries<string | null | undefined>(given)) {
    const before = stored[attribute as Attribute] ?? null;
    if (typeof decimal !== 'string' || (before !== null && toAmount(before) === toAmount(decimal))) continue;
    const error = decimalsError(decimal, currency);
    if (error) errors[attribute] = error;
  }
  return errors;
}

/** By locale and currency: at most 500, because creating one takes a millisecond. */
const formats = new LRUCache<string, Intl.NumberFormat>({ max: 500 });

/**
 * Formats an amount as people of the locale write it, with the currency if there is one: `NOK 1,450`, `NOK 99.50`. With the
 * decimals of ISO 4217, none if they are all 0, and more only where the amount has them. Messages and pages use it.
 */
export function formatMoney(amount: string, currency: string | null, locale: Locale): string {
  const key = `${locale} ${currency}`;
  const format = formats.get(key) ?? createFormat(currency, locale);
  formats.set(key, format);
  const text = withPlainSpaces(format.format(Number(amount)));
  return currency === null || isCurrency(currency) ? text : `${text} ${currency}`;
}

/** An account may have stored a code that is no currency: `Intl` throws for some. */
function createFormat(currency: string | null, locale: Locale): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, {
    ...(currency !== null && isCurrency(currency) && { style: 'currency', currency }),
    ...{ minimumFractionDigits: decimalsOf(currency), maximumFractionDigits: maxDecimals },
    trailingZeroDisplay: 'stripIfInteger',
  });
}

/** The most decimals of a percentage of a price. */
export const percentageDecimals = 3;

/** Returns a percentage of a price, or an amount of its own, in whole minor units. */
export function partOfPrice(price: Amount, value: Amount, isPercentage: boolean, currency: string | null): Amount {
  return isPercentage ? roundQuotient(price * value, 100n * unit, currency) : roundAmount(value, currency);
}
