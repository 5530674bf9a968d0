import { lazyPackage } from '../../platform/lazy-package.js';

const phoneNumbers = lazyPackage<typeof import('libphonenumber-js')>('libphonenumber-js');

/** Formats a phone number as dialled in `countryCode` (ISO 3166-1 alpha-2) in E.164. Returns null if it is invalid. */
export function formatPhoneNumber(phoneNumber: string | null, countryCode: string): string | null {
  if (!phoneNumber) return null;
  const { isSupportedCountry, parsePhoneNumberFromString } = phoneNumbers();
  const country = countryCode.toUpperCase();
  const parsed = parsePhoneNumberFromString(phoneNumber, isSupportedCountry(country) ? country : undefined);
  return parsed?.isValid() ? parsed.number : null;
}
