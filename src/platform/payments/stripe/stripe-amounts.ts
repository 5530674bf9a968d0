import { ProviderError } from '../payment-provider.js';

/**
 * The decimals by which Stripe counts currencies, which differ from ISO 4217 (https://docs.stripe.com/currencies): MGA
 * is counted whole, although it has a minor unit; ISK and UGX are counted in hundredths, although they have none, and
 * only hundreds are accepted, which whole units are; of three decimals the last must be 0. HUF and TWD are counted in
 * hundredths like others: only payouts differ.
 */
const counts: readonly (readonly [decimals: number, step: bigint, codes: string])[] = [
  [0, 1n, 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'],
  [2, 100n, 'ISK UGX'],
  [3, 10n, 'BHD JOD KWD OMR TND'],
];
const countsByCode = new Map(
  counts.flatMap(([decimals, step, codes]) => codes.split(' ').map((code) => [code, { decimals, step }] as const)),
);
const countOf = (currency: string) => countsByCode.get(currency) ?? { decimals: 2, step: 1n };

/** The currencies in which Stripe takes payments (https://docs.stripe.com/currencies). */
export const stripeCurrencies: ReadonlySet<string> = new Set(
  `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CLP CNY COP CRC
   CVE CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD JOD JPY KES
   KGS KHR KMF KRW KWD KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR
   NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SEK SGD SHP SLE SOS SRD STD SZL THB TJS TND TOP TRY
   TTD TWD TZS UAH UGX USD UYU UZS VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW`.split(/\s+/),
);

/** @throws ProviderError if Stripe takes no payments in a currency */
export function requireStripeCurrency(currency: string): void {
  if (!stripeCurrencies.has(currency)) {
    throw new ProviderError(`does not take payments in ${currency}`, 'misconfigured');
  }
}

/** The decimals of our amounts, which are whole numbers of ten-thousandths. */
const ourDecimals = 4;
const factorOf = (decimals: number): bigint => 10n ** BigInt(ourDecimals - decimals);

/** Converts ten-thousandths to the unit in which Stripe counts. Returns undefined if Stripe has no such amount. */
export function toStripeAmount(amount: bigint, currency: string): bigint | undefined {
  const { decimals, step } = countOf(currency);
  const factor = factorOf(decimals);
  return amount % (factor * step) === 0n ? amount / factor : undefined;
}

/** Converts an amount of Stripe to ten-thousandths. */
export function fromStripeAmount(amount: bigint, currency: string): bigint {
  return amount * factorOf(countOf(currency).decimals);
}

/** The smallest amount that Stripe has of a currency, as a decimal. */
export function smallestStripeAmount(currency: string): string {
  const { decimals, step } = countOf(currency);
  return (Number(step) / 10 ** decimals).toFixed(decimals);
}

/** Converts an amount that is sent. @throws ProviderError if Stripe has no such currency or amount */
export function requireStripeAmount(amount: bigint, currency: string): bigint {
  requireStripeCurrency(currency);
  const converted = toStripeAmount(amount, currency);
  if (converted === undefined) {
    throw new ProviderError(`takes ${currency} in steps of ${smallestStripeAmount(currency)} only`, 'misconfigured');
  }
  return converted;
}
