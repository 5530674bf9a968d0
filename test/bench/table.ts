/** A row of a printed table, by column. */
export type Row = Record<string, number>;

/** A printed table, by row name. */
export type Table = Record<string, Row>;

/** Returns a percentile, by default the median; NaN if there are no values. */
export function percentile(values: readonly number[], part = 0.5): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN;
}

export function rounded(row: Row): Row {
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, Math.round(value * 100) / 100]));
}
