import type { FieldErrors } from '../../platform/errors.js';
import type { VerificationMethod } from '../account/account.entity.js';
import { isEmail } from '../account/account.rules.js';
import { formatPhoneNumber } from '../phone-number.rules.js';

interface Contact {
  email?: string | null;
  phoneNumber?: string | null;
  countryCode?: string | null;
}

/** The email address or the E.164 number that a code goes to, or the errors by attribute. */
export type VerificationRecipient = { recipient: string } | { errors: FieldErrors };

/**
 * Returns the recipient of a booking's code: the email address or number of the request, or else the stored one. A
 * phone number in the request must be valid, whatever the method.
 *
 * @param defaultCountry ISO 3166-1 alpha-2 code for numbers without a country
 */
export function verificationRecipient(
  method: VerificationMethod,
  given: Contact,
  stored: Contact,
  defaultCountry: string,
): VerificationRecipient {
  const email = given.email?.trim() || stored.email;
  const phoneNumber = given.phoneNumber?.trim() || stored.phoneNumber;
  const country = given.countryCode || stored.countryCode || defaultCountry;
  const number = formatPhoneNumber(phoneNumber ?? null, country);
  if (method === 'email' && !email) return { errors: { email: ["can't be blank"] } };
  if (method === 'sms' && !phoneNumber) return { errors: { phoneNumber: ["can't be blank"] } };
  if (method === 'email' && email && !isEmail(email)) return { errors: { email: ['is invalid'] } };
  const needsNumber = method === 'sms' || Boolean(given.phoneNumber?.trim());
  if (needsNumber && !number) return { errors: { phoneNumber: ['is invalid'] } };
  return { recipient: (method === 'email' ? email : number) ?? '' };
}
