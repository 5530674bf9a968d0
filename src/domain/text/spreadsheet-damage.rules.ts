import type { FieldErrors } from '../../platform/errors.js';

/** The attributes that are identifiers, which spreadsheets take for numbers. */
const identifiers: readonly string[] = ['phoneNumber', 'nationalIdNo', 'externalId', 'postalCode'];

/** `4.41E+11`: a spreadsheet shows long numbers so, and exports what it shows. */
const shortened = /^[+-]?\d(?:[.,]\d+)?E[+-]\d{1,3}$/i;

/** `#REF!`, `#NAME?` and `#N/A`, also in the languages of spreadsheets, and `#####` of a narrow column. */
const errorCell = /^#(?:[\p{Lu}/0]{2,}[!?]|N\/A|NV|I\/T|#{3,})$/u;

/** Whether a text is a long number as a spreadsheet shortens it. Its digits are lost. */
export function isShortenedNumber(text: string): boolean {
  return shortened.test(text.trim());
}

/**
 * Returns an error for each text of a file that a spreadsheet has destroyed. Names and notes may look like a shortened number,
 * identifiers may not.
 *
 * @param texts by attribute
 */
export function damageErrors(texts: Readonly<Record<string, unknown>>): FieldErrors {
  const errors: FieldErrors = {};
  for (const [attribute, text] of Object.entries(texts)) {
    if (typeof text !== 'string') continue;
    const isShortened = identifiers.includes(attribute) && isShortenedNumber(text);
    if (isShortened) errors[attribute] = ['is invalid', shortenedBySpreadsheet];
    else if (errorCell.test(text.trim())) errors[attribute] = ['is invalid', 'is an error of a spreadsheet'];
  }
  return errors;
}

const shortenedBySpreadsheet = 'was shortened by a spreadsheet: format its column as text and export it again';
