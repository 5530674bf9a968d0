/**
 * The text without those of `characters` that are at its end. An expression such as `/[ \t]+$/` takes quadratic time:
 * it scans a run again from each of its characters.
 */
export function trimEnd(text: string, characters: string): string {
  let { length } = text;
  while (length > 0 && characters.includes(text.charAt(length - 1))) length -= 1;
  return text.slice(0, length);
}
