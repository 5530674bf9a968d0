/** From when to when, in milliseconds. */
export interface Span {
  from: number;
  to: number;
}

/** The times that are in any of them: in order, and apart. */
export function spans(all: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const { from, to } of [...all].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}

/** How long each time between two of them is. */
export const gaps = (apart: readonly Span[]): number[] =>
  apart.slice(1).map(({ from }, index) => from - (apart[index]?.to ?? from));

/** How much of a time is in them. */
export const readyTime = ({ from, to }: Span, apart: readonly Span[]): number =>
  apart.reduce((sum, span) => sum + Math.max(0, Math.min(to, span.to) - Math.max(from, span.from)), 0);

export const longest = (times: readonly number[]): number => Math.round(Math.max(0, ...times));
