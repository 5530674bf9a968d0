import { messagesAbout, wayToTell } from '../../../src/pages/dashboard/bookings/tell.rules.js';

const person = (email: string | null, phoneNumber: string | null) => ({ id: 1, name: 'Nora Lie', email, phoneNumber });
const both = person('nora@example.org', '+4790000000');

it.each([
  ['as the account does', both, 1, 'SMS', { channel: 'Sms', isUsual: true }],
  ['as the account does', both, 1, 'EMAIL', { channel: 'Email', isUsual: true }],
  ['by email, if the account sends nothing', both, 1, 'NONE', { channel: 'Email', isUsual: false }],
  ['by SMS, without an email', person('', '+4790000000'), 1, 'EMAIL', { channel: 'Sms', isUsual: false }],
  ['not without an address', person(null, null), 1, 'EMAIL', undefined],
  ['not about a booking without a service', both, null, 'EMAIL', undefined],
  ['not if nobody has booked', null, 1, 'EMAIL', undefined],
  [
    'at the address of the parent',
    { ...person(null, null), parent: { ...both, active: true } },
    1,
    'SMS',
    { channel: 'Sms', isUsual: true },
  ],
  [
    'not at that of a deleted parent',
    { ...person(null, null), parent: { ...both, active: false } },
    1,
    'SMS',
    undefined,
  ],
] as const)('people are told %s', (_how, who, serviceId, verification, expected) =>
  expect(wayToTell({ person: who, serviceId }, verification)).toEqual(expected),
);

it.each([
  [undefined, true, {}],
  [{ channel: 'Email', isUsual: false }, true, { modificationEmail: true, modificationSms: false }],
  [{ channel: 'Sms', isUsual: true }, true, { modificationEmail: false, modificationSms: true }],
  [{ channel: 'Sms', isUsual: true }, false, { modificationEmail: false, modificationSms: false }],
] as const)('the messages by %j, if chosen: %s', (way, tells, expected) =>
  expect(messagesAbout('modification', way, tells)).toEqual(expected),
);
