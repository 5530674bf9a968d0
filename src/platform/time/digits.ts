/** Parses the ASCII digits from index `from` up to but not including `to`. Does not check that they are digits. */
export function digitsAt(text: string, from: number, to: number): number {
  let value = 0;
  for (let index = from; index < to; index++) {
    value = value * 10 + text.charCodeAt(index) - 48;
  }
  return value;
}
