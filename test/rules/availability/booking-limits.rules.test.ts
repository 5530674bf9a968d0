import {
  type BookingLimit,
  type CountedBooking,
  countsTowards,
  personLimits,
  resourceLimits,
  serviceLimits,
} from '../../../src/domain/availability/booking-limits.rules.js';
import { startOfWeek } from '../../../src/platform/time/plain-date.js';
import { zoneOf } from '../../../src/platform/time/zone.js';

const oslo = zoneOf('Europe/Oslo');
const now = new Date('2026-03-02T07:00:00Z');
const none = { maxActivePerPerson: null, maxDailyPerPerson: null, maxWeeklyPerPerson: null };
const service = { id: 7, ...none, maxDailyBookings: null, oncePerPerson: false };

/** A booking of person 1 for an hour. */
const bookingAt = (from: string, other: Partial<CountedBooking> = {}): CountedBooking => {
  const bookedFrom = new Date(from);
  const bookedTo = new Date(bookedFrom.getTime() + 3_600_000);
  return { id: 1, personId: 1, serviceId: 7, resourceId: 3, eventId: null, bookedFrom, bookedTo, ...other };
};
const booking = bookingAt('2026-03-04T10:00:00+01:00');

const only = ([limit, ...others]: BookingLimit[]): BookingLimit => {
  if (!limit || others.length > 0) throw new Error('not one limit');
  return limit;
};
const ofPerson = (limits: object, of = booking): BookingLimit[] =>
  personLimits(1, of, { ...none, ...limits }, service, oslo, now);

it.each<[string, BookingLimit, [from: string, counts: boolean][]]>([
  [
    'a person on a day',
    only(ofPerson({ maxDailyPerPerson: 1 })),
    [
      ['2026-03-03T23:59:59.999+01:00', false],
      ['2026-03-04T00:00:00+01:00', true],
      ['2026-03-04T23:59:59.999+01:00', true],
      ['2026-03-05T00:00:00+01:00', false],
    ],
  ],
  [
    'a person in a week, which begins on Monday',
    only(ofPerson({ maxWeeklyPerPerson: 1 })),
    [
      ['2026-03-01T23:59:59.999+01:00', false],
      ['2026-03-02T00:00:00+01:00', true],
      ['2026-03-08T23:59:59.999+01:00', true],
      ['2026-03-09T00:00:00+01:00', false],
    ],
  ],
  [
    'a person, of bookings that are not over',
    only(ofPerson({ maxActivePerPerson: 1 })),
    [
      ['2026-03-02T06:00:00Z', false],
      ['2026-03-02T06:00:00.001Z', true],
      ['2199-01-01T00:00:00Z', true],
    ],
  ],
  [
    'a service on a day of 23 hours',
    only(serviceLimits(bookingAt('2026-03-29T10:00:00+02:00'), { id: 7, maxDailyBookings: 1 }, oslo)),
    [
      ['2026-03-29T00:00:00+01:00', true],
      ['2026-03-29T23:00:00+02:00', true],
      ['2026-03-30T00:00:00+02:00', false],
    ],
  ],
  [
    'a resource on a day',
    only(resourceLimits(booking, { id: 3, maxDailyBookings: 1 }, oslo)),
    [
      ['2026-03-04T00:00:00+01:00', true],
      ['2026-03-05T00:00:00+01:00', false],
    ],
  ],
])('the limit of %s counts the bookings that begin in its half-open period', (_, limit, cases) => {
  for (const [from, counts] of cases) expect([from, countsTowards(limit, bookingAt(from))]).toEqual([from, counts]);
});

it('limits count only what is of their person, service, event or resource', () => {
  const daily = only(ofPerson({ maxDailyPerPerson: 1 }));
  const at = '2026-03-04T12:00:00+01:00';
  expect(countsTowards(daily, bookingAt(at, { personId: 2 }))).toBe(false);
  expect(countsTowards(daily, bookingAt(at, { serviceId: 8, eventId: 5 }))).toBe(true);
  const ofService = only(personLimits(1, booking, none, { ...service, maxDailyPerPerson: 1 }, oslo, now));
  expect(countsTowards(ofService, bookingAt(at, { serviceId: 8 }))).toBe(false);
  const once = only(personLimits(1, { ...booking, eventId: 5 }, none, { ...service, oncePerPerson: true }, oslo, now));
  const sameStart = (other: Partial<CountedBooking>) => ({ ...booking, ...other });
  expect(countsTowards(once, sameStart({ eventId: 5 }))).toBe(true);
  expect(countsTowards(once, sameStart({ eventId: 6 }))).toBe(false);
  const ofResource = only(resourceLimits(booking, { id: 3, maxDailyBookings: 1 }, oslo));
  expect(countsTowards(ofResource, bookingAt(at, { eventId: 5 }))).toBe(false);
  expect(countsTowards(ofResource, bookingAt(at, { resourceId: 4 }))).toBe(false);
  expect(resourceLimits({ ...booking, eventId: 5 }, { id: 3, maxDailyBookings: 1 }, oslo)).toEqual([]);
});

it('0 and null are no limit, and a week begins on Monday', () => {
  expect(ofPerson({ maxActivePerPerson: 0, maxDailyPerPerson: null, maxWeeklyPerPerson: 0 })).toEqual([]);
  expect(serviceLimits(booking, { id: 7, maxDailyBookings: 0 }, oslo)).toEqual([]);
  expect(['2026-03-01', '2026-03-02', '2026-03-08'].map(startOfWeek)).toEqual([
    '2026-02-23',
    '2026-03-02',
    '2026-03-02',
  ]);
});
