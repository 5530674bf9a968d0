import { type DayBooking, isOpen } from '../../../src/domain/availability/open-times.rules.js';
import type { Interval } from '../../../src/platform/time/interval.js';
import { booking, type Given, hours, monday, resource, slotsOf, span, starts, tuesday, zone } from './given-slots.js';

const wednesday = '2026-06-17';
const springForward = '2026-03-29'; // 02:00 becomes 03:00
const fallBack = '2026-10-25'; // 03:00 becomes 02:00

const whole = (given: Given) => slotsOf(given).map(({ from, to }) => `${zone.format(from)} ${zone.format(to)}`);

describe('when the clocks change', () => {
  const table: { name: string; given: Given; slots: string[] }[] = [
    {
      name: 'an hour that the clock skips has no slots',
      given: { dates: [springForward], resources: [resource(['01:00', '05:00'])] },
      slots: ['01:00', '03:00', '04:00'],
    },
    {
      name: 'an hour that the clock repeats has its slots twice',
      given: { dates: [fallBack], resources: [resource(['01:00', '04:00'])] },
      slots: ['01:00', '02:00', '02:00', '03:00'],
    },
    {
      name: 'an opening time that the clock skips moves forward',
      given: { dates: [springForward], resources: [resource(['02:30', '05:30'])] },
      slots: ['03:30', '04:30'],
    },
    {
      name: 'a pair of times that the clock skips adds no slot twice',
      given: {
        dates: [springForward],
        service: { generation: 'FIXED', interval: 15 },
        resources: [resource(['02:30', '02:45', '03:00', '04:00'])],
      },
      slots: ['03:00', '03:15', '03:30', '03:45'],
    },
    {
      name: 'times before the change are rounded on the clock before it',
      given: {
        dates: [fallBack],
        service: { rounding: 30 },
        resources: [resource(['02:50', '04:30'])],
      },
      slots: ['02:00', '03:00'],
    },
    {
      name: 'times after the change are rounded on the clock after it',
      given: { dates: [springForward], service: { rounding: 120 }, resources: [resource(['01:50', '06:00'])] },
      slots: ['04:00', '05:00'],
    },
  ];

  it.each(table)('$name', ({ given, slots }) => {
    expect(starts(given)).toEqual(slots);
  });

  it.each([
    { date: springForward, day: '2026-03-29T00:00:00+01:00 2026-03-30T00:00:00+02:00' },
    { date: fallBack, day: '2026-10-25T00:00:00+02:00 2026-10-26T00:00:00+01:00' },
  ])('a day booking lasts all of $date', ({ date, day }) => {
    const resources = [resource(['10:00', '12:00'])];
    expect(whole({ dates: [date], service: { dayBooking: 'MIDNIGHT' }, resources })).toEqual([day]);
  });
});

describe('the slots of day bookings', () => {
  const table: { name: string; dayBooking: DayBooking; given: Given; slots: string[] }[] = [
    {
      name: 'last from midnight to midnight on open dates',
      dayBooking: 'MIDNIGHT',
      given: { dates: [monday, tuesday], resources: [resource(['09:00', '12:00'])], closedDates: new Set([tuesday]) },
      slots: ['2026-06-15T00:00:00+02:00 2026-06-16T00:00:00+02:00'],
    },
    {
      name: 'last from the first opening to the last closing',
      dayBooking: 'OPENING',
      given: { resources: [resource(['09:00', '12:00', '13:00', '17:00'])] },
      slots: ['2026-06-15T09:00:00+02:00 2026-06-15T17:00:00+02:00'],
    },
    {
      name: 'exclude a date with any booking, even at night',
      dayBooking: 'MIDNIGHT',
      given: {
        dates: [monday, tuesday],
        resources: [resource(['09:00', '17:00'], { occupancies: [booking('23:00', '23:30')] })],
      },
      slots: ['2026-06-16T00:00:00+02:00 2026-06-17T00:00:00+02:00'],
    },
    {
      name: 'exclude a date whose break is booked',
      dayBooking: 'OPENING',
      given: { resources: [resource(['09:00', '12:00', '13:00', '17:00'], { blocked: [span('12:10', '12:20')] })] },
      slots: [],
    },
    { name: 'exclude a closed date', dayBooking: 'MIDNIGHT', given: { resources: [resource([])] }, slots: [] },
  ];

  it.each(table)('$name ($dayBooking)', ({ dayBooking, given, slots }) => {
    expect(whole({ ...given, service: { dayBooking } })).toEqual(slots);
  });
});

describe('isOpen', () => {
  const table: {
    name: string;
    times: readonly string[];
    interval: Interval;
    dayBooking?: DayBooking;
    closed?: string[];
    open: boolean;
  }[] = [
    {
      name: 'times within a pair of opening hours',
      times: ['09:00', '12:00'],
      interval: span('09:00', '12:00'),
      open: true,
    },
    {
      name: 'a start one minute before the opening',
      times: ['09:00', '12:00'],
      interval: span('08:59', '10:00'),
      open: false,
    },
    {
      name: 'an end one minute after the closing',
      times: ['09:00', '12:00'],
      interval: span('11:00', '12:01'),
      open: false,
    },
    {
      name: 'times that include a break',
      times: ['09:00', '12:00', '12:30', '15:00'],
      interval: span('11:00', '13:00'),
      open: false,
    },
    {
      name: 'times on a closed date',
      times: ['09:00', '12:00'],
      interval: span('09:00', '10:00'),
      closed: [monday],
      open: false,
    },
    {
      name: 'times across a midnight that is open',
      times: ['00:00', '02:00', '20:00', '24:00'],
      interval: span(`${monday} 23:00`, `${tuesday} 01:00`),
      open: true,
    },
    {
      name: 'times that continue into a closed date',
      times: ['00:00', '02:00', '20:00', '24:00'],
      interval: span(`${monday} 23:00`, `${tuesday} 01:00`),
      closed: [tuesday],
      open: false,
    },
    {
      name: 'times across a midnight that is closed',
      times: ['09:00', '23:59'],
      interval: span(`${monday} 22:00`, `${tuesday} 10:00`),
      open: false,
    },
    {
      name: 'times that end at midnight',
      times: ['20:00', '24:00'],
      interval: span(`${monday} 20:00`, `${tuesday} 00:00`),
      closed: [tuesday],
      open: true,
    },
    {
      name: 'a day booking of two open dates (MIDNIGHT)',
      dayBooking: 'MIDNIGHT',
      times: ['09:00', '12:00'],
      interval: span(`${monday} 00:00`, `${wednesday} 00:00`),
      open: true,
    },
    {
      name: 'a day booking of two dates, one of them closed (MIDNIGHT)',
      dayBooking: 'MIDNIGHT',
      times: ['09:00', '12:00'],
      interval: span(`${monday} 00:00`, `${wednesday} 00:00`),
      closed: [tuesday],
      open: false,
    },
    {
      name: 'a day booking of a part of a date (MIDNIGHT)',
      dayBooking: 'MIDNIGHT',
      times: ['00:00', '24:00'],
      interval: span(`${monday} 00:00`, `${tuesday} 23:00`),
      open: false,
    },
    {
      name: 'a day booking with a closed date between two open dates (OPENING)',
      dayBooking: 'OPENING',
      times: ['09:00', '12:00'],
      interval: span(`${monday} 10:00`, `${wednesday} 11:00`),
      closed: [tuesday],
      open: false,
    },
    {
      name: 'a day booking that starts and ends within opening hours (OPENING)',
      dayBooking: 'OPENING',
      times: ['09:00', '12:00'],
      interval: span(`${monday} 11:00`, `${tuesday} 10:00`),
      open: true,
    },
    {
      name: 'times that include a break',
      dayBooking: 'OPENING',
      times: ['09:00', '12:00', '13:00', '17:00'],
      interval: span('10:00', '16:00'),
      open: true,
    },
    {
      name: 'a day booking that starts before the opening (OPENING)',
      dayBooking: 'OPENING',
      times: ['09:00', '12:00'],
      interval: span(`${monday} 08:00`, `${tuesday} 10:00`),
      open: false,
    },
    {
      name: 'a day booking that starts at the closing (OPENING)',
      dayBooking: 'OPENING',
      times: ['09:00', '12:00'],
      interval: span(`${monday} 12:00`, `${tuesday} 10:00`),
      open: false,
    },
    {
      name: 'a day booking that ends before the opening (OPENING)',
      dayBooking: 'OPENING',
      times: ['09:00', '12:00'],
      interval: span(`${monday} 11:00`, `${tuesday} 09:00`),
      open: false,
    },
  ];

  it.each(table)('returns $open for $name', ({ times, interval, dayBooking = 'NONE', closed, open }) => {
    expect(isOpen(interval, zone, hours(times), dayBooking, new Set(closed))).toBe(open);
  });
});
