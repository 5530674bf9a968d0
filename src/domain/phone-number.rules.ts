import { lazyPackage } from '../platform/lazy-package.js';

const phoneNumbers = lazyPackage<typeof import('libphonenumber-js')>('libphonenumber-js');

/** The E.164 form of a phone number effectivePhoneNumber in `countryCode` (ISO 3166-1 alpha-2), or null when it is not a valid one. */
export function formatPhoneNumber(phoneNumber: string | null, countryCode: string): string | null {
  if (!phoneNumber) return null;
  const { isSupportedCountry, parsePhoneNumberFromString } = phoneNumbers();
  const country = countryCode.toUpperCase();
  const parsed = parsePhoneNumberFromString(phoneNumber, isSupportedCountry(country) ? country : undefined);
  return parsed?.isValid() ? parsed.number : null;
}
