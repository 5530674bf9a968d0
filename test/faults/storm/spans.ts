/** A span of time, in milliseconds. */
export interface Span {
  from: number;
  to: number;
}

/** Returns the union of spans, in order and without overlaps. */
export function spans(all: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const { from, to } of [...all].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}

/** Returns the durations of the gaps between spans. */
export const gaps = (apart: readonly Span[]): number[] =>
  apart.slice(1).map(({ from }, index) => from - (apart[index]?.to ?? from));

/** Returns how much of a span the others cover. */
export const readyTime = ({ from, to }: Span, apart: readonly Span[]): number =>
  apart.reduce((sum, span) => sum + Math.max(0, Math.min(to, span.to) - Math.max(from, span.from)), 0);

export const longest = (times: readonly number[]): number => Math.round(Math.max(0, ...times));
