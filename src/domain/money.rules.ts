/** An amount of money in hundredths of the currency unit. Integers keep sums exact. */
export type Cents = bigint;

/** Converts a decimal of the API or the database, such as "115", "115.5" or "115.500". */
export function cents(decimal: string): Cents {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(2, '0').slice(0, 2));
}

/** Formats an amount with two decimals: 11550 is "115.50". */
export function toDecimal(amount: Cents): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(3, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
