/** A row of a printed table, by column. */
export type Row = Record<string, number>;

/** A printed table, by the names of its rows. */
export type Table = Record<string, Row>;

/** The value that a part of the values does not exceed: the median by default. NaN of no values. */
export function percentile(values: readonly number[], part = 0.5): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN;
}

export function rounded(row: Row): Row {
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, Math.round(value * 100) / 100]));
}
