import { type DayBooking, isOpen } from '../../../src/domain/availability/open-times.rules.js';
import type { Interval } from '../../../src/domain/interval.rules.js';
import { booking, type Given, hours, monday, resource, slotsOf, span, starts, tuesday, zone } from './given-slots.js';

const wednesday = '2026-06-17';
const springForward = '2026-03-29'; // 02:00 becomes 03:00
const fallBack = '2026-10-25'; // 03:00 becomes 02:00

const whole = (given: Given) => slotsOf(given).map(({ from, to }) => `${zone.format(from)} ${zone.format(to)}`);

describe('when the clocks change', () => {
  const table: { of: string; given: Given; slots: string[] }[] = [
    {
      of: 'the skipped hour has no slots',
      given: { dates: [springForward], resources: [resource(['01:00', '05:00'])] },
      slots: ['01:00', '03:00', '04:00'],
    },
    {
      of: 'the hour that comes twice has twice the slots',
      given: { dates: [fallBack], resources: [resource(['01:00', '04:00'])] },
      slots: ['01:00', '02:00', '02:00', '03:00'],
    },
    {
      of: 'an opening that is skipped moves forward',
      given: { dates: [springForward], resources: [resource(['02:30', '05:30'])] },
      slots: ['03:30', '04:30'],
    },
    {
      of: 'a pair that is skipped is open no time twice',
      given: {
        dates: [springForward],
        service: { generation: 'FIXED', interval: 15 },
        resources: [resource(['02:30', '02:45', '03:00', '04:00'])],
      },
      slots: ['03:00', '03:15', '03:30', '03:45'],
    },
    {
      of: 'rounding is on the clock before the change',
      given: {
        dates: [fallBack],
        service: { rounding: 30 },
        resources: [resource(['02:50', '04:30'])],
      },
      slots: ['02:00', '03:00'],
    },
    {
      of: 'rounding is on the clock after the change',
      given: { dates: [springForward], service: { rounding: 120 }, resources: [resource(['01:50', '06:00'])] },
      slots: ['04:00', '05:00'],
    },
  ];

  it.each(table)('$of', ({ given, slots }) => {
    expect(starts(given)).toEqual(slots);
  });

  it.each([
    { date: springForward, day: '2026-03-29T00:00:00+01:00 2026-03-30T00:00:00+02:00' },
    { date: fallBack, day: '2026-10-25T00:00:00+02:00 2026-10-26T00:00:00+01:00' },
  ])('a day booking of $date has the whole date', ({ date, day }) => {
    const resources = [resource(['10:00', '12:00'])];
    expect(whole({ dates: [date], service: { dayBooking: 'MIDNIGHT' }, resources })).toEqual([day]);
  });
});

describe('day bookings', () => {
  const table: { of: string; dayBooking: DayBooking; given: Given; slots: string[] }[] = [
    {
      of: 'midnight to midnight, on open dates',
      dayBooking: 'MIDNIGHT',
      given: { dates: [monday, tuesday], resources: [resource(['09:00', '12:00'])], closedDates: new Set([tuesday]) },
      slots: ['2026-06-15T00:00:00+02:00 2026-06-16T00:00:00+02:00'],
    },
    {
      of: 'first opening to last closing',
      dayBooking: 'OPENING',
      given: { resources: [resource(['09:00', '12:00', '13:00', '17:00'])] },
      slots: ['2026-06-15T09:00:00+02:00 2026-06-15T17:00:00+02:00'],
    },
    {
      of: 'none where anything is booked, even at night',
      dayBooking: 'MIDNIGHT',
      given: {
        dates: [monday, tuesday],
        resources: [resource(['09:00', '17:00'], { occupancies: [booking('23:00', '23:30')] })],
      },
      slots: ['2026-06-16T00:00:00+02:00 2026-06-17T00:00:00+02:00'],
    },
    {
      of: 'none where the break is booked',
      dayBooking: 'OPENING',
      given: { resources: [resource(['09:00', '12:00', '13:00', '17:00'], { blocked: [span('12:10', '12:20')] })] },
      slots: [],
    },
    { of: 'none when closed', dayBooking: 'MIDNIGHT', given: { resources: [resource([])] }, slots: [] },
  ];

  it.each(table)('$of ($dayBooking)', ({ dayBooking, given, slots }) => {
    expect(whole({ ...given, service: { dayBooking } })).toEqual(slots);
  });
});

describe('isOpen', () => {
  const table: {
    of: string;
    times: readonly string[];
    interval: Interval;
    dayBooking?: DayBooking;
    closed?: string[];
    open: boolean;
  }[] = [
    { of: 'within a pair', times: ['09:00', '12:00'], interval: span('09:00', '12:00'), open: true },
    { of: 'a minute early', times: ['09:00', '12:00'], interval: span('08:59', '10:00'), open: false },
    { of: 'a minute late', times: ['09:00', '12:00'], interval: span('11:00', '12:01'), open: false },
    { of: 'over a break', times: ['09:00', '12:00', '12:30', '15:00'], interval: span('11:00', '13:00'), open: false },
    { of: 'a closed date', times: ['09:00', '12:00'], interval: span('09:00', '10:00'), closed: [monday], open: false },
    {
      of: 'over a midnight that is open',
      times: ['00:00', '02:00', '20:00', '24:00'],
      interval: span(`${monday} 23:00`, `${tuesday} 01:00`),
      open: true,
    },
    {
      of: 'over a midnight into a closed date',
      times: ['00:00', '02:00', '20:00', '24:00'],
      interval: span(`${monday} 23:00`, `${tuesday} 01:00`),
      closed: [tuesday],
      open: false,
    },
    {
      of: 'over a midnight that is closed',
      times: ['09:00', '23:59'],
      interval: span(`${monday} 22:00`, `${tuesday} 10:00`),
      open: false,
    },
    {
      of: 'up to a midnight',
      times: ['20:00', '24:00'],
      interval: span(`${monday} 20:00`, `${tuesday} 00:00`),
      closed: [tuesday],
      open: true,
    },
    {
      of: 'two whole dates',
      dayBooking: 'MIDNIGHT',
      times: ['09:00', '12:00'],
      interval: span(`${monday} 00:00`, `${wednesday} 00:00`),
      open: true,
    },
    {
      of: 'two whole dates, one closed',
      dayBooking: 'MIDNIGHT',
      times: ['09:00', '12:00'],
      interval: span(`${monday} 00:00`, `${wednesday} 00:00`),
      closed: [tuesday],
      open: false,
    },
    {
      of: 'less than whole dates',
      dayBooking: 'MIDNIGHT',
      times: ['00:00', '24:00'],
      interval: span(`${monday} 00:00`, `${tuesday} 23:00`),
      open: false,
    },
    {
      of: 'a closed date between two that are open',
      dayBooking: 'OPENING',
      times: ['09:00', '12:00'],
      interval: span(`${monday} 10:00`, `${wednesday} 11:00`),
      closed: [tuesday],
      open: false,
    },
    {
      of: 'from inside one date to inside the next',
      dayBooking: 'OPENING',
      times: ['09:00', '12:00'],
      interval: span(`${monday} 11:00`, `${tuesday} 10:00`),
      open: true,
    },
    {
      of: 'over a break',
      dayBooking: 'OPENING',
      times: ['09:00', '12:00', '13:00', '17:00'],
      interval: span('10:00', '16:00'),
      open: true,
    },
    {
      of: 'before the opening',
      dayBooking: 'OPENING',
      times: ['09:00', '12:00'],
      interval: span(`${monday} 08:00`, `${tuesday} 10:00`),
      open: false,
    },
    {
      of: 'from the closing on',
      dayBooking: 'OPENING',
      times: ['09:00', '12:00'],
      interval: span(`${monday} 12:00`, `${tuesday} 10:00`),
      open: false,
    },
    {
      of: 'until before the opening',
      dayBooking: 'OPENING',
      times: ['09:00', '12:00'],
      interval: span(`${monday} 11:00`, `${tuesday} 09:00`),
      open: false,
    },
  ];

  it.each(table)('$of: $open ($dayBooking)', ({ times, interval, dayBooking = 'NONE', closed, open }) => {
    expect(isOpen(interval, zone, hours(times), dayBooking, new Set(closed))).toBe(open);
  });
});
