/**
 * Removes the given characters from the end of a text. A regular expression such as `/[ \t]+$/` would take quadratic
 * time, because it scans a run of spaces again from each of its characters.
 */
export function trimEnd(text: string, characters: string): string {
  let { length } = text;
  while (length > 0 && characters.includes(text.charAt(length - 1))) length -= 1;
  return text.slice(0, length);
}
