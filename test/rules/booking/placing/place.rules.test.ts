import { validateCount } from '../../../../src/domain/availability/booking-limits.rules.js';
import type { BookablePeriod } from '../../../../src/domain/availability/open-times.rules.js';
import {
  chooseResource,
  differing,
  isFree,
  toBookingType,
  toPlace,
  validateBookableStart,
  validateEventPlace,
  validatePublicEvent,
  validatePublicTime,
  validateTimes,
} from '../../../../src/domain/booking/placing/place.rules.js';
import { PriorityStrategy } from '../../../../src/domain/service/service.entity.js';
import { zoneOf } from '../../../../src/platform/time/zone.js';

const at = (time: string): number => Date.parse(`2026-03-02T${time}:00Z`);
const time = (from: string, to: string) => ({ from: at(from), to: at(to) });
const date = (text: string): Date => new Date(at(text));

describe('times', () => {
  it.each([
    [undefined, undefined, { bookedFrom: ["can't be blank"], bookedTo: ["can't be blank"] }],
    [date('10:00'), undefined, { bookedTo: ["can't be blank"] }],
    [undefined, date('10:00'), { bookedFrom: ["can't be blank"] }],
    [date('10:00'), date('10:00'), { bookedTo: ['must be after booked_from'] }],
    [date('10:00'), date('09:00'), { bookedTo: ['must be after booked_from'] }],
    [date('10:00'), date('10:01'), {}],
  ])('from %s to %s: %j', (bookedFrom, bookedTo, expected) => {
    expect(validateTimes({ bookedFrom, bookedTo })).toEqual(expected);
  });
});

describe('count', () => {
  it.each([
    [0, null, null, 'must be greater than 0'],
    [-1, 5, 3, 'must be greater than 0'],
    [1, null, null, undefined],
    [100_000, null, null, undefined],
    [100_001, null, null, 'must be less than or equal to 100000'],
    [5, 5, null, undefined],
    [6, 5, null, 'must be less than or equal to 5'],
    [2, null, 3, 'must be greater than or equal to 3'],
    [3, null, 3, undefined],
  ])('%s people with a maximum of %s and a minimum of %s: %s', (count, bookingCapacity, bookingMinimum, message) => {
    const expected = message === undefined ? {} : { count: [message] };
    expect(validateCount(count, { bookingCapacity, bookingMinimum })).toEqual(expected);
  });

  it('is not limited without a service', () => {
    expect(validateCount(7, null)).toEqual({});
  });
});

describe('isFree', () => {
  const schedule = {
    capacity: 3,
    occupancies: [
      { ...time('09:00', '10:00'), count: 2 },
      { ...time('10:00', '11:00'), count: 1 },
      { ...time('10:30', '12:00'), count: 1 },
    ],
    blocked: [time('14:00', '15:00')],
  };

  it.each([
    ['09:00', '10:00', 1, true],
    ['09:00', '10:00', 2, false],
    ['09:30', '10:30', 1, true],
    ['10:00', '12:00', 1, true],
    ['10:00', '12:00', 2, false],
    ['10:00', '10:30', 2, true],
    ['12:00', '14:00', 3, true],
    ['12:00', '14:00', 4, false],
    ['13:00', '14:01', 1, false],
    ['14:59', '16:00', 1, false],
    ['15:00', '16:00', 3, true],
  ])('from %s to %s for %s people: %s', (from, to, count, expected) => {
    expect(isFree(schedule, count, time(from, to))).toBe(expected);
  });
});

describe('the place of an event', () => {
  const place = toPlace({ startsAt: date('10:00'), endsAt: date('11:00'), resourceId: 1, serviceId: 2 });

  it('may be omitted or given unchanged', () => {
    expect(validateEventPlace({}, place)).toEqual({});
    expect(validateEventPlace({ bookedFrom: null, serviceId: null }, place)).toEqual({});
    expect(validateEventPlace({ ...place, bookedFrom: date('10:00') }, place)).toEqual({});
  });

  it('must not be changed', () => {
    const other = { bookedFrom: date('10:01'), bookedTo: date('11:01'), resourceId: 9, serviceId: 9 };
    expect(Object.keys(validateEventPlace(other, place))).toEqual([
      'bookedFrom',
      'bookedTo',
      'resourceId',
      'serviceId',
    ]);
  });
});

it('differing compares attributes by value', () => {
  const one = { at: date('10:00'), id: 0, none: null };
  expect(differing(['at', 'id', 'none'], one, { at: date('10:00'), id: 0, none: undefined })).toEqual([]);
  expect(differing(['at', 'id', 'none'], one, { at: date('10:01'), id: null, none: 0 })).toEqual(['at', 'id', 'none']);
});

it('toBookingType returns attendance for a booking of an event', () => {
  expect([toBookingType(null), toBookingType(1)]).toEqual(['appointment', 'attendance']);
});

describe('rules for the public', () => {
  const oslo = zoneOf('Europe/Oslo');
  const period: BookablePeriod = { now: at('08:00'), from: at('09:00'), to: at('20:00') };
  const open: BookablePeriod = { now: 0, from: 0, to: Number.POSITIVE_INFINITY };
  const hourly = { interval: 60, maxSlots: 2, sameDay: false, dayBooking: 'NONE' } as const;

  it.each([
    ['07:59', "can't be in the past"],
    ['08:00', 'is too soon to be booked'],
    ['08:59', 'is too soon to be booked'],
    ['09:00', undefined],
    ['20:00', undefined],
    ['20:01', 'is too far ahead to be booked'],
  ])('a start at %s: %s', (from, message) => {
    expect(validateBookableStart({ from: at(from) }, period)).toEqual(message === undefined ? [] : [message]);
  });

  it.each([
    ['10:00', '11:00', hourly, []],
    ['10:00', '12:00', hourly, []],
    ['10:00', '12:01', hourly, ['is too long (maximum is 2 slots)']],
    ['10:00', '10:02', hourly, ['must last a multiple of 60 minutes']],
    ['10:00', '11:30', hourly, ['must last a multiple of 60 minutes']],
    ['22:00', '23:00', { ...hourly, sameDay: true }, []],
    ['22:30', '23:30', { ...hourly, sameDay: true }, ['must end on the day it starts']],
  ])('from %s to %s with %j: %j', (from, to, service, expected) => {
    expect(validatePublicTime(time(from, to), service, open, oslo)).toEqual(expected);
  });

  it('counts the dates of a day booking, including a date of 23 hours', () => {
    const days = { ...hourly, maxSlots: 1, dayBooking: 'MIDNIGHT' } as const;
    const summertime = { from: Date.parse('2026-03-29T00:00+01:00'), to: Date.parse('2026-03-30T00:00+02:00') };
    expect(validatePublicTime(summertime, days, open, oslo)).toEqual([]);
    const twoDays = { ...summertime, to: summertime.to + 24 * 3_600_000 };
    expect(validatePublicTime(twoDays, days, open, oslo)).toEqual(['is too long (maximum is 1 slots)']);
    expect(validatePublicTime(twoDays, { ...days, maxSlots: 2 }, open, oslo)).toEqual([]);
  });

  it('do not limit the length of a booking without a service', () => {
    expect(validatePublicTime(time('00:00', '23:00'), undefined, open, oslo)).toEqual([]);
  });

  it.each([
    [{}, []],
    [{ published: false }, ['is not published']],
    [{ firstBookingAt: date('08:01') }, ['cannot be booked yet']],
    [{ firstBookingAt: date('08:00'), lastBookingAt: date('08:00') }, []],
    [{ lastBookingAt: date('07:59') }, ['can no longer be booked']],
    [{ startsAt: date('07:00') }, ["can't be in the past"]],
  ])('an event with %j: %j', (attributes, expected) => {
    const event = {
      startsAt: date('12:00'),
      published: true,
      firstBookingAt: null,
      lastBookingAt: null,
      ...attributes,
    };
    expect(validatePublicEvent(event, period)).toEqual(expected);
  });
});

describe('the resource of a booking', () => {
  const { ORDER, RANDOM, WEIGHT } = PriorityStrategy;
  const candidates = [
    { id: 4, priorityValue: null },
    { id: 3, priorityValue: 2 },
    { id: 2, priorityValue: 6 },
    { id: 1, priorityValue: 2 },
  ];

  it('has the lowest priority value, then the lowest id, in order', () => {
    expect(chooseResource(candidates, ORDER, () => 0.9)?.id).toBe(1);
    expect(chooseResource(candidates.slice(0, 1), ORDER, () => 0.9)?.id).toBe(4);
  });

  it.each([
    [0, 4],
    [0.3, 3],
    [0.999, 1],
  ])('is chosen at random: %s leads to resource %s', (random, id) => {
    expect(chooseResource(candidates, RANDOM, () => random)?.id).toBe(id);
  });

  it.each([
    [0, 4],
    [1 / 11, 3],
    [2.9 / 11, 3],
    [3 / 11, 2],
    [8.9 / 11, 2],
    [9 / 11, 1],
    [0.9999, 1],
  ])('is chosen by the weights 1, 2, 6 and 2: %s leads to resource %s', (random, id) => {
    expect(chooseResource(candidates, WEIGHT, () => random)?.id).toBe(id);
  });

  it.each([ORDER, RANDOM, WEIGHT] as const)('is undefined if no resource is free (%s)', (strategy) => {
    expect(chooseResource([], strategy, () => 0)).toBeUndefined();
  });
});
