/** Currencies without a smaller unit, and those whose smaller unit is a thousandth, as Stripe lists them. */
const withoutMinor: ReadonlySet<string> = new Set(
  'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'.split(' '),
);
const withThousandths: ReadonlySet<string> = new Set('BHD JOD KWD OMR TND'.split(' '));

/** Converts hundredths to the unit in which Stripe counts. Undefined if the currency has no such amount. */
export function toStripeAmount(hundredths: bigint, currency: string): bigint | undefined {
  if (withThousandths.has(currency)) return hundredths * 10n;
  if (!withoutMinor.has(currency)) return hundredths;
  return hundredths % 100n === 0n ? hundredths / 100n : undefined;
}

/** Converts an amount of Stripe to hundredths, rounded down. */
export function fromStripeAmount(amount: bigint, currency: string): bigint {
  if (withThousandths.has(currency)) return amount / 10n;
  return withoutMinor.has(currency) ? amount * 100n : amount;
}
