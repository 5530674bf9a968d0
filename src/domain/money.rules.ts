/** An amount of money as a whole number of hundredths: sums of these are exact. */
export type Cents = bigint;

/** Of a decimal as the API or the database has it: "115", "115.5" and "115.500" alike. */
export function cents(decimal: string): Cents {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(2, '0').slice(0, 2));
}

/** "115.50" of 11550. */
export function decimalOf(amount: Cents): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(3, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
