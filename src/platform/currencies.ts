/** ISO 4217: the currencies whose minor unit is not a hundredth, by the number of its decimals. Units of account included. */
const byDecimals: readonly (readonly [decimals: number, codes: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
];

const decimalsByCode = new Map(
  byDecimals.flatMap(([decimals, codes]) => codes.split(' ').map((code) => [code, decimals] as const)),
);

/** The most decimals that a currency of ISO 4217 has. */
export const maxDecimals = 4;

/** Those of the runtime, which also has currencies that were withdrawn, and those of ISO 4217 that it may not have. */
const currencies = new Set([
  ...Intl.supportedValuesOf('currency'),
  ...decimalsByCode.keys(),
  ...['VED', 'XAD', 'XCG', 'ZWG'],
]);

export function isCurrency(code: string): boolean {
  return currencies.has(code);
}

/**
 * Returns the number of decimals of a currency's minor unit by ISO 4217: 0 for JPY, 3 for KWD. Without a currency, 2. Not that
 * of `Intl`, which follows CLDR: there, HUF and IDR have none.
 */
export function decimalsOf(currency: string | null): number {
  return (currency === null ? undefined : decimalsByCode.get(currency)) ?? 2;
}
