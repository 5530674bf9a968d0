import { BookingType } from '../../../src/domain/service/service.entity.js';
import { bookingTypeIdOf, findBookingType, validateService } from '../../../src/domain/service/service.rules.js';

const service = {
  title: 'Cut',
  interval: 60,
  nextInterval: null,
  intervalRounding: null,
  maxSlots: 1,
  bookingCapacity: null,
  bookingMinimum: null,
  price: null,
  paymentRequired: false,
};

describe('attributes of a service', () => {
  it.each([
    { name: 'those of a new service', given: {} },
    {
      name: 'the smallest values',
      given: { interval: 1, nextInterval: 1, intervalRounding: 1, bookingCapacity: 1, bookingMinimum: 1, price: '0.0' },
    },
    { name: 'the largest values', given: { interval: 527_040, nextInterval: 527_040, intervalRounding: 1440 } },
    { name: 'a required payment of 0', given: { paymentRequired: true, price: '0.00' } },
    { name: 'a minimum without a capacity', given: { bookingMinimum: 4 } },
    { name: 'a minimum equal to the capacity', given: { bookingMinimum: 4, bookingCapacity: 4 } },
  ])('are valid: $name', ({ given }) => {
    expect(validateService({ ...service, ...given })).toEqual({});
  });

  it.each([
    [{ title: undefined }, { title: ["can't be blank"] }],
    [{ interval: 0 }, { interval: ['must be greater than 0'] }],
    [{ interval: 527_041 }, { interval: ['must be less than or equal to 527040'] }],
    [{ nextInterval: 0 }, { nextInterval: ['must be greater than 0'] }],
    [{ intervalRounding: 1441 }, { intervalRounding: ['must be less than or equal to 1440'] }],
    [{ maxSlots: 0 }, { maxSlots: ['must be greater than 0'] }],
    [{ bookingCapacity: 0 }, { bookingCapacity: ['must be greater than 0'] }],
    [{ bookingMinimum: -1 }, { bookingMinimum: ['must be greater than 0'] }],
    [{ price: '-0.01' }, { price: ['must be greater than or equal to 0'] }],
    [{ paymentRequired: true }, { price: ["can't be blank", 'is needed when payment_required is true'] }],
    [{ bookingMinimum: 5, bookingCapacity: 4 }, { bookingMinimum: ['must be less than or equal to 4'] }],
  ])('are invalid: %j causes %j', (given, errors) => {
    expect(validateService({ ...service, ...given } as typeof service)).toEqual(errors);
  });
});

it.each([
  [1, BookingType.APPOINTMENT],
  [2, BookingType.ATTENDANCE],
  [0, undefined],
  [3, undefined],
])('booking type %d is %s', (id, bookingType) => {
  expect(findBookingType(id)).toBe(bookingType);
  if (bookingType) expect(bookingTypeIdOf(bookingType)).toBe(id);
});

it.each([BookingType.PRODUCT, BookingType.GIFT_CARD])('%s has no number', (bookingType) => {
  expect(bookingTypeIdOf(bookingType)).toBeNull();
});
