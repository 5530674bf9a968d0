import { eventAvailability, validateEvent } from '../../../src/domain/event/event.actions.js';

const at = (hour: number): Date => new Date(Date.UTC(2026, 2, 3, hour));
const event = {
  resourceId: 1,
  serviceId: 2,
  capacity: 10,
  startsAt: at(10),
  endsAt: at(11),
  firstBookingAt: null,
  lastBookingAt: null,
};

describe('attributes of an event', () => {
  it.each([
    {},
    { capacity: 0 },
    { capacity: 100_000 },
    { firstBookingAt: at(1) },
    { lastBookingAt: at(1) },
    { firstBookingAt: at(1), lastBookingAt: at(1) },
  ])('%j is valid', (given) => {
    expect(validateEvent({ ...event, ...given })).toEqual({});
  });

  it.each([
    [{ capacity: -1 }, { capacity: ['must be greater than or equal to 0'] }],
    [{ capacity: 100_001 }, { capacity: ['must be less than or equal to 100000'] }],
    [{ endsAt: at(10) }, { endsAt: ['must be after starts_at'] }],
    [{ endsAt: at(9) }, { endsAt: ['must be after starts_at'] }],
    [{ firstBookingAt: at(2), lastBookingAt: at(1) }, { lastBookingAt: ['must be after first_booking_at'] }],
  ])('%j is invalid: %j', (given, errors) => {
    expect(validateEvent({ ...event, ...given })).toEqual(errors);
  });

  it('are all required except first_booking_at and last_booking_at', () => {
    const blank = ["can't be blank"];
    expect(validateEvent({ firstBookingAt: null, lastBookingAt: null })).toEqual({
      resourceId: blank,
      serviceId: blank,
      capacity: blank,
      startsAt: blank,
      endsAt: blank,
    });
  });
});

it.each([
  [10, 0, 10],
  [10, 10, 0],
  [10, 12, 0],
])('an event of %d places with %d people has %d places left', (capacity, attendances, left) => {
  expect(eventAvailability(capacity, attendances)).toBe(left);
});
