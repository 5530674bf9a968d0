import { MikroORM } from '@mikro-orm/postgresql';
import { entities } from '../../src/domain/entities.js';
import { ormOptions } from '../../src/platform/database/orm.js';

const suspicious = /hash|token|secret|code|key|password|recipient|credential|private|body|html|payload/i;

/** Columns whose names look like secrets, but that are none. */
const harmless = [
  'Account.countryCode',
  'Account.mailNotificationRecipient',
  'AccountUser.passwordUntil',
  'ApiRequest.apiKeyId',
  'BookingRefusal.apiKeyId',
  'BookingRefusal.code',
  'FailedJob.key',
  'Message.deduplicationKey',
  'Message.recipient',
  'Person.countryCode',
  'Person.postalCode',
  'SecurityEvent.aboutApiKeyId',
  'SecurityEvent.apiKeyId',
  'WebHook.formerSecretUntil',
];

const orm = new MikroORM(ormOptions('postgresql://localhost/none', entities));
const columns = [...orm.getMetadata().getAll().values()].flatMap(({ className, props }) =>
  props.map(({ name, hidden }) => ({ column: `${className}.${name}`, name, hidden: hidden === true })),
);

it('the change log hides every column whose name looks like a secret, or the column is listed as harmless', () => {
  const shown = columns.filter(({ name, hidden }) => suspicious.test(name) && !hidden);
  expect(shown.map(({ column }) => column).toSorted()).toEqual(harmless);
});

it('columns are hidden that are secret despite their names', () => {
  const hidden = new Set(columns.flatMap(({ column, hidden: isHidden }) => (isHidden ? [column] : [])));
  const unnamed = [
    'Booking.accountId',
    'Booking.chosenMessages',
    'Booking.unverifiedAttributes',
    'Booking.verificationFailures',
    'Message.calendar',
    'MessageTemplate.appliedAt',
    'WebHook.targetUrl',
    'WebHookDelivery.attempts',
  ];
  expect(unnamed.filter((column) => !hidden.has(column))).toEqual([]);
});
