import type { FieldErrors } from './errors.js';

/** The second messages of input errors: the accepted forms. The contract fixes the first, short messages. */
export const accepted = {
  boolean: 'must be true or false',
  dateTime: 'must be a date and time such as 2026-12-15 10:00 or 2026-12-15T10:00:00+01:00',
  date: 'must be a date such as 2026-12-15 or 15.12.2026',
  colour: 'must be a colour such as #1f5fbf',
  countryCode: 'must be an ISO 3166-1 alpha-2 code such as NO',
  currency: 'must be an ISO 4217 code such as NOK',
  period: 'must be a period in English such as 24 hours, 3 days or in 2 months',
  phoneNumber: 'must be a phone number such as +4740612345',
  rule: 'must be an iCalendar rule such as FREQ=WEEKLY;COUNT=10',
  ruleDates: 'must be iCalendar dates such as 20261215T100000,20261222T100000',
  timeZone: 'must be the name of an IANA time zone such as Europe/Oslo',
  url: 'must be a URL that begins with http:// or https://, such as https://example.org/hook',
} as const;

export function isColour(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text);
}

export function mustBeOneOf(values: readonly (string | number)[]): string {
  return `must be one of ${values.join(', ')}`;
}

/** Bounds of the values in a request, over REST and GraphQL. */

/** Items of a list. */
export const maxListLength = 1_000;

/** Characters of a text. The column of a stored attribute may bound it further. */
export const maxTextLength = 65_536;

/** Characters of a search text: the length of the columns with which it is compared. */
export const maxSearchLength = 255;

/** The bounds of the length of a list. */
export interface ListBounds {
  least: number;
  most: number;
}

export const tooManyItems = (maximum: number): string => `is too long (maximum is ${maximum} items)`;

export const tooManyCharacters = (maximum: number): string => `is too long (maximum is ${maximum} characters)`;

/** The bounds of a number: `above` is exclusive, `from` and `upTo` are inclusive. */
export interface Range {
  above?: number;
  from?: number;
  upTo?: number;
}

/** Returns an error for each attribute whose value is out of range. Null and undefined are valid. */
export function validateRanges<Entity extends object>(
  record: Entity,
  ranges: { readonly [Attribute in keyof Entity & string]?: Range },
): FieldErrors {
  const values = new Map<string, unknown>(Object.entries(record));
  const errors: FieldErrors = {};
  for (const [attribute, range] of Object.entries<Range | undefined>(ranges)) {
    const value = values.get(attribute) ?? null;
    const message = value !== null && range && outside(Number(value), range);
    if (message) errors[attribute] = [message];
  }
  return errors;
}

function outside(value: number, { above, from, upTo }: Range): string | undefined {
  if (above !== undefined && value <= above) return `must be greater than ${above}`;
  if (from !== undefined && value < from) return `must be greater than or equal to ${from}`;
  if (upTo !== undefined && value > upTo) return `must be less than or equal to ${upTo}`;
  return undefined;
}

/** Whether a value is an object with attributes: neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
