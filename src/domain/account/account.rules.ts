import { domainToASCII } from 'node:url';
import { iso31661 } from 'iso-3166/1.js';
import { changeLogDays } from '../../outbox/trim-change-log.js';
import { accepted, isColour, mustBeOneOf, validateRanges } from '../../platform/accepted.js';
import { isOrigin } from '../../platform/addresses.js';
import { normaliseNetwork } from '../../platform/client-networks.js';
import { isCurrency } from '../../platform/currencies.js';
import type { FieldErrors } from '../../platform/errors.js';
import { languages } from '../../platform/language.js';
import { isPeriod } from '../../platform/time/period.js';
import { parseWallTime } from '../../platform/time/wall-time.js';
import { isZone } from '../../platform/time/zone.js';
import { bookingLimit } from '../booking-limit.js';
import { validateExchangeRate } from '../money.rules.js';
import { formatPhoneNumber, hasControls } from '../text/contact-details.js';
import { slotGenerationNumbers, verificationNumbers } from './account-choices.rules.js';

const subdomainForm = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const emailForm = /^[^\s@<>"(),;:]+@[^\s@<>"(),;:]+\.[^\s@<>"(),;:.]+$/;
/** A part of the name of a host, in ASCII. */
const labelForm = /^[a-z0-9_-]{1,63}$/;
const countryForm = /^[A-Za-z]{2}$/;
const countryCodes = new Set(iso31661.map(({ alpha2 }) => alpha2));

/** Whether messages can be sent to an address. Its host has a name: addresses of machines, such as `a@10.0.0.1`, are refused. */
export function isEmail(text: string): boolean {
  if (text.length > 255 || !emailForm.test(text) || hasControls(text)) return false;
  const labels = domainToASCII(text.slice(text.lastIndexOf('@') + 1)).split('.');
  return labels.every((label) => labelForm.test(label)) && !/^\d/.test(labels.at(-1) ?? '');
}

/** Whether `text` is an assigned ISO 3166-1 alpha-2 code, ignoring case. */
export function isCountryCode(text: string): boolean {
  // Checks the pattern first, because some single letters, such as ß, become two in upper case.
  return countryForm.test(text) && countryCodes.has(text.toUpperCase());
}

/** The attributes that an account is created with. */
export interface NewAccountAttributes {
  subdomain: string;
  name: string;
  email: string;
  timeZone: string;
  countryCode: string;
  locale?: string | undefined;
  /** The currency of all amounts by ISO 4217. */
  currency?: string | null | undefined;
}

/** Validates the names of a new account. */
export function validateNames({ subdomain, name }: Pick<NewAccountAttributes, 'subdomain' | 'name'>): FieldErrors {
  const errors: FieldErrors = {};
  if (!subdomainForm.test(subdomain)) errors['subdomain'] = ['is invalid'];
  if (name.length > 255) errors['name'] = ['is too long (maximum is 255 characters)'];
  for (const [attribute, value] of Object.entries({ subdomain, name })) {
    if (value.trim() === '') errors[attribute] = ["can't be blank"];
  }
  return errors;
}

/** Validates the attributes that an account is created with (spec, Account). */
export function validateAccount(account: NewAccountAttributes): FieldErrors {
  const errors = validateNames(account);
  if (!isEmail(account.email)) errors['email'] = ['is invalid'];
  if (!isZone(account.timeZone)) errors['timeZone'] = ['is invalid', accepted.timeZone];
  if (!isCountryCode(account.countryCode)) errors['countryCode'] = ['is invalid', accepted.countryCode];
  if (account.locale !== undefined && !languages.some((locale) => locale === account.locale)) {
    errors['locale'] = ['is not included in the list', mustBeOneOf(languages)];
  }
  if (typeof account.currency === 'string' && !isCurrency(account.currency)) {
    errors['currency'] = ['is invalid', accepted.currency];
  }
  const { email, timeZone, countryCode } = account;
  for (const [attribute, value] of Object.entries({ email, timeZone, countryCode })) {
    if (value.trim() === '') errors[attribute] = ["can't be blank"];
  }
  return errors;
}

/** The number of origins in a list of an account or of a key. */
const maxOrigins = 20;
const maxOriginLength = 255;

/** Validates a list of web origins, at most 20. */
export function validateOrigins(attribute: string, origins: readonly string[]): FieldErrors {
  if (origins.length > maxOrigins) return { [attribute]: [`is too long (maximum is ${maxOrigins} items)`] };
  const areValid = origins.every((origin) => origin.length <= maxOriginLength && isOrigin(origin));
  return areValid ? {} : { [attribute]: ['is invalid', 'must be origins such as https://app.example.org'] };
}

/** The number of networks in a list of an account or of a key. */
const maxNetworks = 20;

/** Validates a list of networks, at most 20. */
export function validateNetworks(attribute: string, networks: readonly string[]): FieldErrors {
  if (networks.length > maxNetworks) return { [attribute]: [`is too long (maximum is ${maxNetworks} items)`] };
  const areValid = networks.every((network) => normaliseNetwork(network) !== undefined);
  return areValid ? {} : { [attribute]: ['is invalid', 'must be networks such as 203.0.113.0/24 or 2001:db8::/32'] };
}

/** Returns networks in their shortest form, each once. Malformed ones stay, for `validateNetworks`. */
export function normaliseNetworks(networks: readonly string[]): string[] {
  return [...new Set(networks.map((network) => normaliseNetwork(network.trim()) ?? network))];
}

interface AccountSettings {
  accentColour: string | null;
  embedOrigins: readonly string[];
  dashboardNetworks: readonly string[];
  countryCode: string;
  phoneNumber: string | null;
  mailNotificationRecipient: string | null;
  mailFrom: string | null;
  replyTo: string | null;
  template: number;
  verificationMethod: number;
  intervalRounding: number;
  waitlistHoldMinutes: number;
  maxActivePerPerson: number | null;
  maxDailyPerPerson: number | null;
  maxWeeklyPerPerson: number | null;
  messageRetentionDays: number | null;
  deliveryRetentionDays: number | null;
  changeRetentionDays: number | null;
  personRetentionMonths: number | null;
  documentCountry: string | null;
  documentRetentionYears: number | null;
  invoiceDueDays: number | null;
  vatExchangeRate: string | null;
  sessionIdleMinutes: number | null;
  slotGenerationType: number;
  futureBookablePeriod: string | null;
  firstBookablePeriod: string | null;
  cancellationPeriod: string | null;
  settings: Readonly<Record<string, unknown>> | null;
}

type Check<Value> = (value: Value) => boolean;

const isReminderTime: Check<unknown> = (value) =>
  value === undefined || value === null || (typeof value === 'string' && parseWallTime(value) !== undefined);

const verificationMethods: readonly number[] = Object.values(verificationNumbers);
const slotGenerationTypes: readonly number[] = Object.values(slotGenerationNumbers);

/** Validates the settings of an account (spec, Account). */
export function validateSettings(account: AccountSettings): FieldErrors {
  const { countryCode, verificationMethod, slotGenerationType } = account;
  const checks: [attribute: keyof AccountSettings, isValid: Check<string>, explanation?: string][] = [
    ['accentColour', isColour, accepted.colour],
    ['phoneNumber', (number) => formatPhoneNumber(number, countryCode) !== null],
    ['documentCountry', isCountryCode, accepted.countryCode],
    ['mailNotificationRecipient', isEmail],
    ['mailFrom', isEmail],
    ['replyTo', isEmail],
    ['futureBookablePeriod', isPeriod, accepted.period],
    ['firstBookablePeriod', isPeriod, accepted.period],
    ['cancellationPeriod', isPeriod, accepted.period],
  ];
  const errors: FieldErrors = {
    ...validateExchangeRate('vatExchangeRate', account.vatExchangeRate),
    ...validateOrigins('embedOrigins', account.embedOrigins),
    ...validateNetworks('dashboardNetworks', account.dashboardNetworks),
    ...validateRanges(account, {
      template: { from: 0 },
      intervalRounding: { above: 0, upTo: 1440 },
      waitlistHoldMinutes: { from: 5, upTo: 10_080 },
      maxActivePerPerson: bookingLimit,
      maxDailyPerPerson: bookingLimit,
      maxWeeklyPerPerson: bookingLimit,
      // A week is longer than webhooks are retried, and than the failures that pause one.
      messageRetentionDays: { from: 7, upTo: 3_650 },
      deliveryRetentionDays: { from: 7, upTo: 3_650 },
      changeRetentionDays: { from: 7, upTo: changeLogDays },
      personRetentionMonths: { from: 1, upTo: 120 },
      documentRetentionYears: { from: 1, upTo: 30 },
      invoiceDueDays: { from: 0, upTo: 365 },
      sessionIdleMinutes: { from: 5, upTo: 720 },
    }),
  };
  for (const [attribute, isValid, explanation] of checks) {
    const value = account[attribute];
    if (typeof value === 'string' && !isValid(value)) {
      errors[attribute] = ['is invalid', ...(explanation === undefined ? [] : [explanation])];
    }
  }
  if (!verificationMethods.includes(verificationMethod)) {
    errors['verificationMethod'] = ['is not included in the list', mustBeOneOf(verificationMethods)];
  }
  if (!slotGenerationTypes.includes(slotGenerationType)) {
    errors['slotGenerationType'] = ['is not included in the list', mustBeOneOf(slotGenerationTypes)];
  }
  if (!isReminderTime(account.settings?.['sms_reminder_time'])) errors['settings'] = ['sms_reminder_time is invalid'];
  return errors;
}
