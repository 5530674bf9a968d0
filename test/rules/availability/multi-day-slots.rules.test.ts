import { multiDaySlotsByDate, multiDaySlotsByLength } from '../../../src/domain/availability/multi-day-slots.rules.js';
import { validateIntervals } from '../../../src/domain/availability/slot-intervals.rules.js';
import { BookingType } from '../../../src/domain/service/service.entity.js';
import { datesBetween } from '../../../src/platform/time/plain-date.js';
import { booking, type Given, hours, resource, searchOf, zone } from './given-slots.js';

const dates = datesBetween('2026-06-15', '2026-06-17');
const open = ['09:00', '17:00'];
const byDay = { dayBooking: 'MIDNIGHT' } as const;
const byHour = { dayBooking: 'OPENING' } as const;

/** The slots as `first-last resources`, with the days of June 2026. */
function staysOf(given: Given, days: number): string[] {
  const text = (instant: number): string => zone.format(instant).slice(8, 16);
  return [...multiDaySlotsByDate(searchOf({ dates, ...given }), days)]
    .flat()
    .map(({ from, to, resourceIds, free }) => `${text(from)}-${text(to)} ${resourceIds} (${free})`);
}

it.each<[string, Given, number, string[]]>([
  ['start on each date', { service: byDay, resources: [resource(open)] }, 2, ['15', '16', '17']],
  ['of one day are those of a day', { service: byDay, resources: [resource(open)] }, 1, ['15', '16', '17']],
  ['need a resource', { service: byDay }, 2, []],
  [
    'need one resource that is free on all days',
    {
      service: byDay,
      resources: [
        resource(open, { id: 1, occupancies: [booking('2026-06-15 09:00', '2026-06-15 10:00')] }),
        resource(open, { id: 2, occupancies: [booking('2026-06-16 09:00', '2026-06-16 10:00')] }),
      ],
    },
    2,
    ['16', '17'],
  ],
  [
    'need opening hours on all days',
    {
      service: byDay,
      resources: [
        resource(open, {
          hours: hours(open, { exceptions: [{ date: '2026-06-18', serviceId: null, openingHours: [] }] }),
        }),
      ],
    },
    2,
    ['15', '16'],
  ],
  [
    'do not include a holiday',
    { service: byDay, resources: [resource(open)], closedDates: new Set(['2026-06-16']) },
    2,
    ['17'],
  ],
  [
    'are free in the nights, too',
    {
      service: byHour,
      resources: [resource(open, { occupancies: [booking('2026-06-15 22:00', '2026-06-15 23:00')] })],
    },
    2,
    ['16', '17'],
  ],
  [
    'are free during the buffers, too',
    {
      service: { ...byHour, bufferBefore: 60, bufferAfter: 60 },
      resources: [resource(open, { occupancies: [booking('2026-06-18 17:30', '2026-06-18 18:00')] })],
    },
    2,
    ['15', '16'],
  ],
  [
    'have room for the smallest number of people',
    {
      service: { ...byDay, minimum: 2 },
      resources: [resource(open, { capacity: 2, occupancies: [booking('2026-06-16 09:00', '2026-06-16 10:00')] })],
    },
    2,
    ['17'],
  ],
  [
    'start in the bookable period',
    {
      service: byDay,
      resources: [resource(open)],
      bookable: { from: zone.startOfDay('2026-06-16'), to: zone.startOfDay('2026-06-16') },
    },
    3,
    ['16'],
  ],
])('slots of several days %s', (_name, given, days, expected) => {
  expect(staysOf(given, days).map((text) => text.slice(0, 2))).toEqual(expected);
});

it('slots of several days with times have the resources that are open at their start and end', () => {
  const resources = [resource(['09:00', '17:00'], { id: 2 }), resource(['08:00', '18:00'], { id: 1, capacity: 3 })];
  expect(staysOf({ dates: ['2026-06-15'], service: byHour, resources }, 3)).toEqual([
    '15T08:00-17T18:00 1 (3)',
    '15T09:00-17T17:00 1,2 (4)',
  ]);
});

it('slots of several days last to midnight across a clock change', () => {
  const given = { dates: ['2026-03-28'], service: byDay, resources: [resource(open)] };
  expect(staysOf(given, 2)).toEqual(['28T00:00-30T00:00 1 (1)']);
});

const service = { bookingType: BookingType.APPOINTMENT, hasDayBooking: true, sameDay: false, maxSlots: 3 };
it.each([
  [service, 3, {}],
  [service, 4, { intervals: ['must be less than or equal to 3'] }],
  [service, 0, { intervals: ['must be greater than 0'] }],
  [{ ...service, sameDay: true }, 2, { intervals: ['must be less than or equal to 1'] }],
  [{ ...service, sameDay: true, hasDayBooking: false }, 3, {}],
  [{ ...service, maxSlots: 1000 }, 366, {}],
  [{ ...service, maxSlots: 1000 }, 367, { intervals: ['must be less than or equal to 366'] }],
  [{ ...service, bookingType: BookingType.ATTENDANCE }, 2, { intervals: ['must be less than or equal to 1'] }],
])('of a service %j, %i intervals give %j', (rules, intervals, errors) => {
  expect(validateIntervals(intervals, rules)).toEqual(errors);
});

it('of each length are those of a read of that length', () => {
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8];
  const from = ['2026-06-15'];
  const closed = { exceptions: [{ date: '2026-06-21', serviceId: null, openingHours: [] }] };
  const resources = [
    resource(open, { id: 1, occupancies: [booking('2026-06-17 09:00', '2026-06-17 10:00')] }),
    resource(['10:00', '15:00'], {
      id: 2,
      capacity: 3,
      occupancies: [booking('2026-06-19 12:00', '2026-06-19 13:00')],
    }),
    resource(open, { id: 3, hours: hours(open, closed) }),
  ];
  for (const service of [byDay, byHour, { ...byDay, minimum: 2 }, { ...byHour, bufferBefore: 60, bufferAfter: 600 }]) {
    const search = searchOf({ dates: from, service, resources });
    const single = numbers.map((days) => [...multiDaySlotsByDate(search, days)].flat());
    expect([...multiDaySlotsByLength(search, numbers.length)]).toEqual(single);
    expect(single[0]).not.toEqual([]);
  }
});
