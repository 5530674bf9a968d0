import { Extensions } from 'type-graphql';
import { accepted } from '../../platform/accepted.js';
import type { FieldErrors } from '../../platform/errors.js';
import { lazyPackage } from '../../platform/lazy-package.js';
import { hasDirectionOverride } from '../../platform/text.js';
import { isShortenedNumber } from './spreadsheet-damage.rules.js';

/** Whether a text has control characters, such as line breaks. */
export function hasControls(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

/**
 * Refuses control characters and overrides of the direction of text, which display a name as another one: names are shown
 * in subjects and greetings. Checked only for a name in the request, because older rows may have them.
 */
export function validateName(name: string | null | undefined, attribute = 'name'): FieldErrors {
  return name && (hasControls(name) || hasDirectionOverride(name)) ? { [attribute]: ['is invalid'] } : {};
}

/**
 * Whether a text may be a phone number: it has a digit other than 0, and is no number that a spreadsheet has shortened. Those
 * that nobody can call are accepted, such as `ext 7`; `formatPhoneNumber` returns null for them.
 */
export function isPlausiblePhoneNumber(text: string): boolean {
  const digits = text.normalize('NFKC').match(/\p{Nd}/gu) ?? [];
  return digits.some((digit) => digit !== '0') && !isShortenedNumber(text);
}

function validatePhoneNumber(phoneNumber: string | null | undefined): FieldErrors {
  if (!phoneNumber?.trim()) return {};
  if (hasControls(phoneNumber)) return { phoneNumber: ['is invalid'] };
  return isPlausiblePhoneNumber(phoneNumber) ? {} : { phoneNumber: ['is invalid', accepted.phoneNumber] };
}

/** Validates the name and the phone number of a request, because older rows may have other ones. */
export function validateTexts({
  name,
  phoneNumber,
}: {
  name?: string | null | undefined;
  phoneNumber?: string | null | undefined;
}): FieldErrors {
  return { ...validateName(name), ...validatePhoneNumber(phoneNumber) };
}

/**
 * Declares the name of a visitor. Overrides of the direction of text are removed from other names, but refused in this one:
 * nobody has typed them by accident, and the messages that contain it go to an address that the visitor chose.
 */
export const VisitorName = () => Extensions({ isVisitorName: true });

/** Whether an input is declared by `VisitorName`. */
export function isVisitorName({ extensions }: { extensions: Readonly<Record<string, unknown>> }): boolean {
  return extensions['isVisitorName'] === true;
}

const phoneNumbers = lazyPackage<typeof import('libphonenumber-js')>('libphonenumber-js');

/** Formats a phone number as dialled in `countryCode` (ISO 3166-1 alpha-2) in E.164. Returns null if it is invalid. */
export function formatPhoneNumber(phoneNumber: string | null, countryCode: string): string | null {
  if (!phoneNumber) return null;
  const { isSupportedCountry, parsePhoneNumberFromString } = phoneNumbers();
  const country = countryCode.toUpperCase();
  const parsed = parsePhoneNumberFromString(phoneNumber, isSupportedCountry(country) ? country : undefined);
  return parsed?.isValid() ? parsed.number : null;
}
