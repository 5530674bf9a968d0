/** A half-open interval: `from` is included, `to` is not. Both are epoch milliseconds unless documented otherwise. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** The same time in as few intervals as it takes, ascending: those that overlap or touch become one. */
export function union(intervals: readonly Interval[]): Interval[] {
  const apart: Interval[] = [];
  for (const next of intervals.toSorted((a, b) => a.from - b.from)) {
    const last = apart.at(-1);
    if (last && next.from <= last.to) {
      apart[apart.length - 1] = { from: last.from, to: Math.max(last.to, next.to) };
    } else {
      apart.push(next);
    }
  }
  return apart;
}
