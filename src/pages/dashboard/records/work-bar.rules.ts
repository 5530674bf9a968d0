/** In minutes: the bar moves by it. Other minutes are entered as numbers. */
export const workStep = 5;

/** The most parts of work and gaps, as the server takes them. */
const maxParts = 19;

/** Returns the minutes of work and gaps in turn, work first; undefined for a text that no bar can show. */
export function partsIn(text: string): number[] | undefined {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  const minutes = parts.map(Number);
  return minutes.every((one) => Number.isInteger(one) && one >= 0) ? minutes : undefined;
}

/** Returns the ends of the parts, in minutes from the start. */
export function endsOf(parts: readonly number[]): number[] {
  return parts.map((_, index) => parts.slice(0, index + 1).reduce((sum, one) => sum + one, 0));
}

/**
 * Moves the end of a part, between its start and the end of the part after it.
 *
 * @param length the most minutes of all parts
 */
export function withEnd(parts: readonly number[], index: number, end: number, length: number): number[] {
  const ends = endsOf(parts);
  const least = ends[index - 1] ?? 0;
  const most = ends[index + 1] ?? Math.max(length, ends[index] ?? 0);
  const wanted = Math.min(most, Math.max(least, end));
  const change = wanted - (ends[index] ?? 0);
  return parts.map((minutes, place) => {
    if (place === index) return minutes + change;
    return place === index + 1 ? minutes - change : minutes;
  });
}

/** Adds a gap in the middle of the last work. Undefined if it is too short for one, or if there are too many. */
export function withGap(parts: readonly number[], length: number): number[] | undefined {
  const whole = parts.length === 0 ? [length] : parts;
  const last = whole.at(-1) ?? 0;
  const third = Math.round(last / 3 / workStep) * workStep;
  if (whole.length % 2 === 0 || whole.length + 2 > maxParts || third === 0 || last <= 2 * third) return undefined;
  return [...whole.slice(0, -1), third, third, last - 2 * third];
}

/** Fills the last gap with work. Without another one, the whole length is work: no parts. */
export function withoutGap(parts: readonly number[]): number[] {
  if (parts.length <= 3) return [];
  return [...parts.slice(0, -3), parts.slice(-3).reduce((sum, one) => sum + one, 0)];
}
