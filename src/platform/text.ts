/** Characters that are not displayed, or that only change how those beside them are. */
const invisible = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/gu;

/** Overrides of the direction of text, with which a name can be displayed as another text. */
const directionOverride = /[\u202a-\u202e\u2066-\u2069]/gu;

export function hasDirectionOverride(text: string): boolean {
  return text.search(directionOverride) >= 0;
}

/**
 * Invisible characters, except overrides of the direction and the joiners after an emoji or a letter of
 * a script in which they change its shape.
 */
const invisibleInName =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u2060-\u2064\ufeff]|(?<!\ufe0f|[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{sc=Arab}\p{sc=Beng}\p{sc=Deva}\p{sc=Gujr}\p{sc=Guru}\p{sc=Knda}\p{sc=Mlym}\p{sc=Orya}\p{sc=Sinh}\p{sc=Taml}\p{sc=Telu}])[\u200c\u200d]/gu;

/** Spaces and dashes. Others of each kind, such as full-width ones, become these by NFKC. */
const separators = /[\t\n\r \u2010\u2012-\u2015\u2212-]/gu;

/** The functions that clean texts of requests, by the name of the attribute in GraphQL and REST. */
const cleanByAttribute = new Map<string, (text: string) => string>([
  ...['name', 'bookedForName', 'booked_for_name', 'legalName', 'mailFromName'].map(
    (attribute) => [attribute, cleanLine] as const,
  ),
  ...['email', 'phoneNumber', 'phone_number', 'mailNotificationRecipient', 'mailFrom', 'replyTo', 'search'].map(
    (attribute) => [attribute, cleanContact] as const,
  ),
]);

/** Cleans a text of a request if the attribute is a name, an email address, a phone number or a search for one. */
export function cleanAttribute(attribute: string, text: string): string {
  return cleanByAttribute.get(attribute)?.(text) ?? text;
}

/** The text as it is stored in an email address or a phone number: in NFC, without invisible characters. */
function cleanContact(text: string): string {
  return text.normalize('NFC').replaceAll(invisible, '');
}

/**
 * The text of a name or a subject in NFC, without overrides of the direction, and without invisible characters that change
 * nothing.
 */
export function cleanLine(text: string): string {
  return cleanName(text).replaceAll(directionOverride, '');
}

/** The text of a name in NFC, without invisible characters that change nothing. */
export function cleanName(text: string): string {
  return text.normalize('NFC').replaceAll(invisibleInName, '');
}

/** Texts whose key is their lower case. For an email address, the other steps took 10 µs. */
const printableAscii = /^[ -~]*$/;

/**
 * Returns a text that two texts share if they are equal in NFC with full case folding: `José` in either form, `ß` and
 * `ss`, every sigma. Invisible characters are ignored. The function `text_key` of the database returns the same.
 *
 * There is no case folding in JavaScript or in PostgreSQL before version 18. Upper case and then lower case are the same,
 * except for the dotless i, which has no upper case of its own, and for the sigma at the end of a word.
 */
export function textKey(text: string): string {
  if (printableAscii.test(text)) return text.toLowerCase();
  const lower = text.normalize('NFC').replaceAll(invisible, '').toLowerCase();
  const folded = lower.replaceAll(/[^ı]+/gu, (part) => part.toUpperCase().toLowerCase());
  return folded.replaceAll('ς', 'σ').normalize('NFC');
}

/** The key of a name: also ignores how many spaces are around and between its parts. */
export function nameKey(name: string): string {
  return textKey(name).trim().replaceAll(/\s+/gu, ' ');
}

/**
 * The key of a code that people copy or type: also ignores spaces and dashes, and full-width letters and digits are the
 * usual ones. The function `code_key` of the database returns the same.
 */
export function codeKey(code: string): string {
  return textKey(code.normalize('NFKC').replaceAll(separators, ''));
}

/** Returns the record with exactly that code, or else the only one whose code has the same key. */
export function withCode<Record extends { code: string }>(
  records: readonly Record[],
  code: string,
): Record | undefined {
  const same = records.filter((record) => codeKey(record.code) === codeKey(code));
  const exact = same.find((record) => textKey(record.code) === textKey(code.trim()));
  return exact ?? (same.length === 1 ? same[0] : undefined);
}

/**
 * Removes the given characters from the end of a text. A regular expression such as `/[ \t]+$/` would take quadratic
 * time, because it scans a run of spaces again from each of its characters.
 */
export function trimEnd(text: string, characters: string): string {
  let { length } = text;
  while (length > 0 && characters.includes(text.charAt(length - 1))) length -= 1;
  return text.slice(0, length);
}

/** Converts `bookedFrom` to `booked_from` and `open0` to `open_0`. */
export function snakeCase(name: string): string {
  return name.replaceAll(/([a-z])([A-Z0-9])/g, '$1_$2').toLowerCase();
}

/** Whether PostgreSQL can store the text: it accepts neither NUL nor half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Removes NUL from a text and replaces halves of surrogate pairs, so that PostgreSQL can store it. */
export function toStorable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

const deepest = 16;

/** Whether PostgreSQL can store all texts in a JSON value, and it is nested at most 16 levels deep. */
export function isStorableJson(value: unknown, depth = deepest): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.entries(value).every(([key, item]) => isStorable(key) && isStorableJson(item, depth - 1));
}
