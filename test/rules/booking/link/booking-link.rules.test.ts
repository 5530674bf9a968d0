import { BookingState } from '../../../../src/domain/booking/booking.entity.js';
import {
  bookingLink,
  canCancelByLink,
  canMoveByLink,
  changeDeadline,
  claimsOf,
  createLinkToken,
  opensBooking,
} from '../../../../src/domain/booking/link/booking-link.rules.js';
import { zoneOf } from '../../../../src/platform/time/zone.js';

const oslo = zoneOf('Europe/Oslo');
const account = { linkSecret: 'secret', subdomain: 'acme', publicAccess: true };
const booking = {
  id: 7,
  linkVersion: 0,
  state: BookingState.CONFIRMED,
  serviceId: 1,
  expiresAt: null,
  bookedFrom: new Date('2026-03-30T08:00:00Z'),
  bookedTo: new Date('2026-03-30T09:00:00Z'),
};
const token = createLinkToken(account, booking);
const before = new Date('2026-03-01T00:00:00Z');

it('a token consists of the id of the booking and a signature', () => {
  expect(token).toMatch(/^7-[\w-]{22}$/);
  expect(claimsOf(token)).toEqual({ id: 7, guardianId: undefined });
});

it('a token of a guardian also has its id, and opens the booking only as it is', () => {
  const ofGuardian = createLinkToken(account, { ...booking, linkGuardianId: 12 });
  expect(ofGuardian).toMatch(/^7-12-[\w-]{22}$/);
  expect(claimsOf(ofGuardian)).toEqual({ id: 7, guardianId: 12 });
  const forged = [ofGuardian.replace('-12-', '-13-'), ofGuardian.replace('7-12-', '7-'), token.replace('7-', '7-12-')];
  expect([ofGuardian, ...forged].map((one) => opensBooking(one, account, booking, before))).toEqual([
    ...[true, false, false, false],
  ]);
});

it.each([
  '',
  '7',
  '7-',
  '0-aaaaaaaaaaaaaaaaaaaaaa',
  '1234567890-aaaaaaaaaaaaaaaaaaaaaa',
  `${token}a`,
  ` ${token}`,
  `-${token}`,
])('%j is not a token', (text) => expect(claimsOf(text)).toBeUndefined());

it.each([
  ['a token opens its booking', {}, {}, before, true],
  ['a token opens its booking in the last millisecond of 30 days', {}, {}, new Date('2026-04-29T08:59:59.999Z'), true],
  ['a token does not open a booking that ended 30 days ago', {}, {}, new Date('2026-04-29T09:00:00Z'), false],
  ['a token opens a cancelled booking', {}, { state: BookingState.CANCELLED }, before, true],
  ['a token does not open a deleted booking', {}, { state: BookingState.DELETED }, before, false],
  ['a revoked token opens nothing', {}, { linkVersion: 1 }, before, false],
  ['a token does not open another booking', {}, { id: 8 }, before, false],
  ['a token does not open a booking of another account', { linkSecret: 'other' }, {}, before, false],
])('%s', (_, owner, changes, now, opens) => {
  expect(opensBooking(token, { ...account, ...owner }, { ...booking, ...changes }, now)).toBe(opens);
});

it.each([
  ['https://book.example.org', {}, {}, before, `https://book.example.org/sites/acme/bookings/${token}`],
  ['', {}, {}, before, ''],
  ['https://book.example.org', { publicAccess: false }, {}, before, ''],
  ['https://book.example.org', {}, { state: BookingState.DELETED }, before, ''],
  ['https://book.example.org', {}, {}, new Date('2027-01-01T00:00:00Z'), ''],
])('the link under %j with the account %j and the booking %j at %s is %j', (address, owner, changes, now, link) => {
  expect(bookingLink(address, { ...account, ...owner }, { ...booking, ...changes }, { now })).toBe(link);
});

describe('the deadline of changes', () => {
  it.each([
    [false, null, null],
    [false, '24 hours', null],
    [true, null, '2026-03-30T08:00:00.000Z'],
    [true, '24 hours', '2026-03-29T08:00:00.000Z'],
    // The clocks changed on the 29th. Days keep the time on the wall clock.
    [true, '2 days', '2026-03-28T09:00:00.000Z'],
    [true, '2 days before', '2026-03-28T09:00:00.000Z'],
    [true, 'in 2 hours', '2026-03-30T08:00:00.000Z'],
    [true, 'nonsense', '2026-03-30T08:00:00.000Z'],
  ])('with allowCancellation %j and cancellationPeriod %j is %j', (allowCancellation, cancellationPeriod, deadline) => {
    const policy = { allowCancellation, cancellationPeriod };
    expect(changeDeadline(policy, booking, oslo)?.toISOString() ?? null).toBe(deadline);
  });
});

it.each([
  ['a booking before the deadline', {}, '2026-03-29T07:59:59Z', true, true],
  ['a booking at the deadline', {}, '2026-03-29T08:00:00Z', true, true],
  ['a booking after the deadline', {}, '2026-03-29T08:00:01Z', false, false],
  ['a booking without a service', { serviceId: null }, '2026-03-01T00:00:00Z', true, false],
  ['a cancelled booking', { state: BookingState.CANCELLED }, '2026-03-01T00:00:00Z', false, false],
  [
    'an expired hold',
    { state: BookingState.AWAITING_PAYMENT, expiresAt: new Date('2026-03-01T00:00:00Z') },
    '2026-03-01T00:00:00Z',
    false,
    false,
  ],
])('%s (%j at %s): its person may cancel it is %s, may move it is %s', (_, changes, at, canCancel, canMove) => {
  const policy = { allowCancellation: true, cancellationPeriod: '24 hours' };
  const given = { ...booking, ...changes };
  const now = new Date(at);
  expect([canCancelByLink(policy, given, oslo, now), canMoveByLink(policy, given, oslo, now)]).toEqual([
    canCancel,
    canMove,
  ]);
});
