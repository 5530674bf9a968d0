/** The number that ASCII digits write, from the index `from` up to but not including `to`. It does not check them. */
export function digitsAt(text: string, from: number, to: number): number {
  let value = 0;
  for (let index = from; index < to; index++) {
    value = value * 10 + text.charCodeAt(index) - 48;
  }
  return value;
}
