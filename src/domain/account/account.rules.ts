import { iso31661 } from 'iso-3166/1.js';
import { accepted, mustBeOneOf } from '../../platform/accepted.js';
import type { FieldErrors } from '../../platform/errors.js';
import { languages } from '../../platform/language.js';
import { isZone } from '../../platform/time/zone.js';
import { hasControls } from '../text/contact-details.js';

const subdomainForm = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const emailForm = /^[^\s@<>"(),;:]+@[^\s@<>"(),;:]+\.[^\s@<>"(),;:.]+$/;
const countryForm = /^[A-Za-z]{2}$/;
const countryCodes = new Set(iso31661.map(({ alpha2 }) => alpha2));

export function isEmail(text: string): boolean {
  return text.length <= 255 && emailForm.test(text) && !hasControls(text);
}

/** Whether `text` is an assigned ISO 3166-1 alpha-2 code, ignoring case. */
export function isCountryCode(text: string): boolean {
  // Checks the pattern first, because some single letters, such as ß, become two in upper case.
  return countryForm.test(text) && countryCodes.has(text.toUpperCase());
}

/** The attributes that an account is created with. */
export interface AccountAttributes {
  subdomain: string;
  name: string;
  email: string;
  timeZone: string;
  countryCode: string;
  locale?: string | undefined;
}

/** Validates the attributes that an account is created with (spec, Account). */
export function validateAccount(account: AccountAttributes): FieldErrors {
  const errors: FieldErrors = {};
  if (!subdomainForm.test(account.subdomain)) errors['subdomain'] = ['is invalid'];
  if (account.name.length > 255) errors['name'] = ['is too long (maximum is 255 characters)'];
  if (!isEmail(account.email)) errors['email'] = ['is invalid'];
  if (!isZone(account.timeZone)) errors['timeZone'] = ['is invalid', accepted.timeZone];
  if (!isCountryCode(account.countryCode)) errors['countryCode'] = ['is invalid', accepted.countryCode];
  if (account.locale !== undefined && !languages.some((locale) => locale === account.locale)) {
    errors['locale'] = ['is not included in the list', mustBeOneOf(languages)];
  }
  const { subdomain, name, email, timeZone, countryCode } = account;
  for (const [attribute, value] of Object.entries({ subdomain, name, email, timeZone, countryCode })) {
    if (value.trim() === '') errors[attribute] = ["can't be blank"];
  }
  return errors;
}
