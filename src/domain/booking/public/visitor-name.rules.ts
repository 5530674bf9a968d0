/**
 * Dots within a word, before a capital or before another letter or digit, including the full-width dots of host names.
 */
const dotBeforeCapital = /([.\u3002\uff0e\uff61])(?=\p{Lu})/gu;
const dotBeforeOther = /[.\u3002\uff0e\uff61](?=[\p{Ll}\p{Lo}\p{N}])/u;

/**
 * Removes URLs from a visitor's name, because the greeting of a message to any address contains the name. Mail clients
 * also turn `example.org` and `www.example.org/x` into links, so words with a dot before a lower-case letter or a digit
 * are removed, too. A dot before a capital may follow an initial: `J.R.Smith` becomes `J. R. Smith`, which is not a
 * link.
 */
export function removeUrls(name: string): string {
  const words = name.split(/\s/u).filter((word) => !word.includes('://') && !dotBeforeOther.test(word));
  return words.map((word) => word.replace(dotBeforeCapital, '$1 ')).join(' ');
}
