import { lazyPackage } from './lazy-package.js';

/** Shorter ones are refused for their length, whatever they are. */
const minLength = 8;

/**
 * The commonest passwords of public leaks, in lower case, by falling frequency: 49,000, of which 18,000 are long enough to be
 * accepted otherwise. Its file is loaded alone, without the other dictionaries of the package.
 */
const commonPasswords = lazyPackage<readonly string[]>('@zxcvbn-ts/language-common/dist/passwords.json.cjs');

/** The passwords, each between line feeds. One text takes less memory than a set. */
let searched: string | undefined;

/**
 * Whether a password is among the commonest, ignoring case. The list is loaded when it is first needed: that takes 40 to 60
 * ms and 3 MB. A search takes 70 to 250 µs, a small part of the hash of the password.
 */
export function isCommonPassword(password: string): boolean {
  searched ??= `\n${commonPasswords()
    .filter(({ length }) => length >= minLength)
    .join('\n')}\n`;
  return !password.includes('\n') && searched.includes(`\n${password.toLowerCase()}\n`);
}
