const rateDigits = 10_000;

/** Returns the share of a part, 0 to 1, rounded to four decimals. Null if there is nothing to share. */
export function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * rateDigits) / rateDigits;
}
