import { actionsOf, appearanceOf, isHold, nameOf } from '../../../src/pages/dashboard/bookings/booking.rules.js';
import type { BookingDetailsFragment as Booking } from '../../../src/pages/dashboard/bookings/bookings.operations.js';
import { countdown, sortToday } from '../../../src/pages/dashboard/views/today/today.rules.js';

const now = Date.parse('2026-03-02T10:00:00+01:00');
const end = Date.parse('2026-03-03T00:00:00+01:00');

const bookingOf = (attributes: Partial<Booking> = {}): Booking => ({
  id: 1,
  active: true,
  state: 'CONFIRMED',
  status: null,
  title: null,
  notes: null,
  count: 1,
  bookedFrom: '2026-03-02T11:00:00+01:00',
  bookedTo: '2026-03-02T12:00:00+01:00',
  expiresAt: null,
  eventId: null,
  collectionId: null,
  resourceId: 1,
  serviceId: null,
  createdBy: null,
  paidAt: null,
  isFirstOfPerson: false,
  bookedForName: null,
  overlappingBookings: null,
  bookedByPerson: null,
  revisionCount: 0,
  person: null,
  service: null,
  resource: { id: 1, title: 'Hall', active: true },
  places: [],
  visitId: null,
  ...attributes,
});

describe('sortToday', () => {
  const over = { bookedFrom: '2026-03-02T08:00:00+01:00', bookedTo: '2026-03-02T10:00:00+01:00' };
  const running = { bookedFrom: '2026-03-02T09:30:00+01:00', bookedTo: '2026-03-02T10:30:00+01:00' };
  const tomorrow = { bookedFrom: '2026-03-03T00:00:00+01:00', bookedTo: '2026-03-03T01:00:00+01:00' };
  it.each<[string, Partial<Booking>, string | undefined]>([
    ['a confirmed booking', {}, 'next'],
    ['one that has begun', running, 'next'],
    ['one that is over', over, undefined],
    ['one of tomorrow', tomorrow, undefined],
    ['one that has arrived', { status: 'CHECKED_IN' }, 'arrived'],
    ['one in progress', { status: 'IN_PROGRESS', ...running }, 'arrived'],
    ['one that has arrived and is over', { status: 'CHECKED_IN', ...over }, undefined],
    ['a completed one', { status: 'COMPLETED' }, undefined],
    ['a no-show', { status: 'NO_SHOW' }, undefined],
    ['one to confirm', { state: 'AWAITING_CONFIRMATION' }, 'unconfirmed'],
    ['one to confirm tomorrow', { state: 'AWAITING_CONFIRMATION', ...tomorrow }, 'unconfirmed'],
    ['one to confirm that is over', { state: 'AWAITING_CONFIRMATION', ...over }, undefined],
    ['a hold', { state: 'AWAITING_VERIFICATION', expiresAt: '2026-03-02T10:05:00+01:00' }, 'holds'],
    ['a hold without an expiry', { state: 'AWAITING_PAYMENT' }, 'holds'],
    ['a hold that expires now', { state: 'AWAITING_PAYMENT', expiresAt: '2026-03-02T10:00:00+01:00' }, undefined],
    ['a cancelled one', { state: 'CANCELLED' }, undefined],
    ['a declined one', { state: 'DECLINED' }, undefined],
    ['an expired one', { state: 'VERIFICATION_EXPIRED' }, undefined],
    ['a deleted one', { state: 'DELETED' }, undefined],
  ])('puts %s into %s', (_name, attributes, list) => {
    const lists = sortToday([bookingOf(attributes)], now, end);
    expect(Object.entries(lists).flatMap(([name, { length }]) => (length > 0 ? [name] : []))).toEqual(
      list === undefined ? [] : [list],
    );
  });

  it('also lists what has a deleted resource, unless it is over or cancelled', () => {
    const resource = { id: 2, title: 'Gone', active: false };
    const place = { from: tomorrow.bookedFrom, to: tomorrow.bookedTo, people: 1, need: null };
    const { unplaced } = sortToday(
      [
        bookingOf({ id: 3, resource }),
        bookingOf({ id: 4, resource, ...over }),
        bookingOf({ id: 5, resource, active: false, state: 'CANCELLED' }),
        bookingOf({ id: 6, ...tomorrow, places: [{ ...place, resource }] }),
        bookingOf({ id: 7 }),
      ],
      now,
      end,
    );
    expect(unplaced.map(({ id }) => id)).toEqual([3, 6]);
  });

  it('sorts by begin, holds by expiry, and then by id', () => {
    const hold = (id: number, expiresAt: string | null) => bookingOf({ id, state: 'AWAITING_PAYMENT', expiresAt });
    const { next, holds } = sortToday(
      [
        bookingOf({ id: 3 }),
        bookingOf({ id: 2 }),
        bookingOf({ id: 4, bookedFrom: '2026-03-02T10:30:00+01:00' }),
        hold(5, '2026-03-02T10:20:00+01:00'),
        hold(6, '2026-03-02T10:10:00+01:00'),
        hold(7, null),
      ],
      now,
      end,
    );
    expect(next.map(({ id }) => id)).toEqual([4, 2, 3]);
    expect(holds.map(({ id }) => id)).toEqual([6, 5, 7]);
  });
});

describe('countdown', () => {
  it.each([
    ['2026-03-02T10:00:00+01:00', '0:00'],
    ['2026-03-02T09:00:00+01:00', '0:00'],
    ['2026-03-02T10:00:01+01:00', '0:01'],
    ['2026-03-02T10:00:00.001+01:00', '0:01'],
    ['2026-03-02T10:05:09+01:00', '5:09'],
    ['2026-03-02T10:59:59+01:00', '59:59'],
    ['2026-03-02T11:00:00+01:00', '1:00:00'],
    ['2026-03-03T11:02:03+01:00', '25:02:03'],
  ])('to %s is %s', (instant, text) => expect(countdown(instant, now)).toBe(text));
});

describe('the appearance of a booking', () => {
  it.each<[Booking['state'], Booking['status'], string, string]>([
    ['AWAITING_VERIFICATION', null, 'Awaiting verification', 'hold'],
    ['AWAITING_PAYMENT', null, 'Awaiting payment', 'hold'],
    ['AWAITING_CONFIRMATION', null, 'Awaiting confirmation', 'unconfirmed'],
    ['CONFIRMED', null, 'Confirmed', 'confirmed'],
    ['CONFIRMED', 'CHECKED_IN', 'Arrived', 'arrived'],
    ['CONFIRMED', 'IN_PROGRESS', 'In progress', 'arrived'],
    ['CONFIRMED', 'COMPLETED', 'Completed', 'completed'],
    ['CONFIRMED', 'NO_SHOW', 'No-show', 'no-show'],
    ['CANCELLED', 'CHECKED_IN', 'Cancelled', 'ended'],
    ['DECLINED', null, 'Declined', 'ended'],
    ['DELETED', null, 'Deleted', 'ended'],
    ['VERIFICATION_EXPIRED', null, 'Expired', 'ended'],
  ])('in state %s with status %s is %s', (state, status, name, className) => {
    const appearance = appearanceOf({ state, status });
    expect(appearance).toMatchObject({ name, class: className });
    expect(appearance.symbol).not.toBe('');
    expect(isHold({ state })).toBe(className === 'hold');
  });
});

describe('actionsOf', () => {
  it.each<[string, Partial<Booking>, string[]]>([
    ['awaits confirmation', { state: 'AWAITING_CONFIRMATION' }, ['confirm', 'decline', 'cancel']],
    ['is confirmed', {}, ['CHECKED_IN', 'COMPLETED', 'NO_SHOW', 'cancel']],
    ['has arrived', { status: 'CHECKED_IN' }, ['COMPLETED', 'NO_SHOW', 'clear', 'cancel']],
    ['is in progress', { status: 'IN_PROGRESS' }, ['CHECKED_IN', 'COMPLETED', 'NO_SHOW', 'clear', 'cancel']],
    ['did not come', { status: 'NO_SHOW' }, ['CHECKED_IN', 'COMPLETED', 'clear', 'cancel']],
    ['is a hold', { state: 'AWAITING_PAYMENT' }, ['cancel']],
    ['is cancelled', { state: 'CANCELLED', active: false }, []],
    ['has expired', { state: 'AWAITING_PAYMENT', active: false }, []],
  ])('of a booking that %s', (_name, attributes, expected) =>
    expect(actionsOf(bookingOf(attributes))).toEqual(expected),
  );
});

describe('nameOf', () => {
  const person = { id: 1, name: 'Nora', email: 'nora@example.org', phoneNumber: '+4722334455', parent: null };
  it.each<[Partial<Booking>, string]>([
    [{ person, bookedForName: 'Bo' }, 'Bo, booked by Nora'],
    [{ person: { ...person, name: null }, bookedForName: 'Bo' }, 'Bo, booked by nora@example.org'],
    [{ bookedForName: 'Bo' }, 'Bo'],
    [{ person }, 'Nora'],
    [{ person: { ...person, name: '' } }, 'nora@example.org'],
    [{ person: { ...person, name: null, email: null } }, '+4722334455'],
    [{ person: null, title: 'Closed <b>' }, 'Closed <b>'],
    [{}, 'Booking 1'],
  ])('of %j is %s', (attributes, name) => expect(nameOf(bookingOf(attributes))).toBe(name));
});
