import { accepted, mustBeOneOf } from '../../platform/accepted.js';
import { isCurrency } from '../../platform/currencies.js';
import type { FieldErrors } from '../../platform/errors.js';
import { validateRanges } from '../../platform/range.js';
import { isPeriod } from '../../platform/time/period.js';
import { parseWallTime } from '../../platform/time/wall-time.js';
import { formatPhoneNumber } from '../text/contact-details.js';
import { isEmail } from './account.rules.js';
import { slotGenerationNumbers, verificationNumbers } from './account-choices.rules.js';
import { validateOrigins } from './origins.rules.js';

interface AccountSettings {
  accentColour: string | null;
  embedOrigins: readonly string[];
  countryCode: string;
  currency: string | null;
  phoneNumber: string | null;
  mailNotificationRecipient: string | null;
  template: number;
  verificationMethod: number;
  intervalRounding: number;
  waitlistHoldMinutes: number;
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
    ['accentColour', (colour) => /^#[0-9a-f]{6}$/i.test(colour), 'must be a colour such as #1f5fbf'],
    ['currency', isCurrency],
    ['phoneNumber', (number) => formatPhoneNumber(number, countryCode) !== null],
    ['mailNotificationRecipient', isEmail],
    ['futureBookablePeriod', isPeriod, accepted.period],
    ['firstBookablePeriod', isPeriod, accepted.period],
    ['cancellationPeriod', isPeriod, accepted.period],
  ];
  const errors: FieldErrors = {
    ...validateOrigins('embedOrigins', account.embedOrigins),
    ...validateRanges(account, {
      template: { from: 0 },
      intervalRounding: { above: 0, upTo: 1440 },
      waitlistHoldMinutes: { from: 5, upTo: 10_080 },
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
