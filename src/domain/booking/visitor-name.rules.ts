import type { FieldErrors } from '../../platform/errors.js';
import { nameProblems } from '../person/person.rules.js';

/** Characters that reverse the text around them, so that a name can look like another text. */
const directionOverride = /[\u202a-\u202e\u2066-\u2069]/u;

/** Refuses a visitor's name that would change how the text of a message around it reads. */
export function visitorNameProblems(name: string | null | undefined): FieldErrors {
  return name && directionOverride.test(name) ? { name: ['is invalid'] } : nameProblems(name);
}

/** A dot within a word before a capital, and before any other letter or digit; also the wide dots that host names may have. */
const dotBeforeCapital = /([.\u3002\uff0e\uff61])(?=\p{Lu})/gu;
const dotBeforeOther = /[.\u3002\uff0e\uff61](?=[\p{Ll}\p{Lo}\p{N}])/u;

/**
 * Takes URLs out of a name that a visitor gives, because the greeting of a message to any address shows the name. Mail
 * programs also make links of `example.org` and `www.example.org/x`, so a word with a dot before a small letter or a
 * digit goes, too. A dot before a capital may be an initial: `J.R.Smith` becomes `J. R. Smith`, which is not a link.
 */
export function withoutUrls(name: string): string {
  const words = name.split(/\s/u).filter((word) => !word.includes('://') && !dotBeforeOther.test(word));
  return words.map((word) => word.replace(dotBeforeCapital, '$1 ')).join(' ');
}
