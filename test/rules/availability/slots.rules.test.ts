import {
  type DayBooking,
  freeSlotsByDate,
  isOpen,
  type SlotResource,
  type SlotSearch,
  type SlotService,
} from '../../../src/domain/availability/slots.rules.js';
import type { Interval } from '../../../src/domain/interval.rules.js';
import type { HoursSource } from '../../../src/domain/resource/opening-hours.rules.js';
import { zoneOf } from '../../../src/platform/time/zone.js';

const zone = zoneOf('Europe/Oslo');
const monday = '2026-06-15';
const tuesday = '2026-06-16';
const wednesday = '2026-06-17';
const springForward = '2026-03-29'; // 02:00 becomes 03:00
const fallBack = '2026-10-25'; // 03:00 becomes 02:00

/** `2026-06-15 10:30`, or the time alone on the Monday. */
function at(text: string): number {
  const [date = '', time = ''] = text.includes(' ') ? text.split(' ') : [monday, text];
  return zone.toEpoch(date, Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5)), Number(time.slice(6)));
}

const span = (from: string, to: string): Interval => ({ from: at(from), to: at(to) });
const booking = (from: string, to: string, count = 1) => ({ ...span(from, to), count });

function hours(times: readonly string[] | null, source: Partial<HoursSource> = {}): HoursSource {
  return { serviceId: 1, exceptions: [], providerHours: null, resourceHours: Array(7).fill(times), ...source };
}

function resource(times: readonly string[], overrides: Partial<SlotResource> = {}): SlotResource {
  return { id: 1, capacity: 1, hours: hours(times), occupancies: [], blocked: [], ...overrides };
}

interface Given extends Partial<Omit<SlotSearch, 'service'>> {
  readonly service?: Partial<SlotService>;
}

function slotsOf({ service, ...world }: Given) {
  const days = freeSlotsByDate({
    zone,
    dates: [monday],
    resources: [],
    bookable: { from: 0, to: Number.MAX_SAFE_INTEGER },
    closedDates: new Set(),
    ...world,
    service: {
      interval: 60,
      nextInterval: null,
      generation: 'NEXT_AVAILABLE',
      rounding: 15,
      minimum: 1,
      dayBooking: 'NONE',
      ...service,
    },
  });
  return [...days].flatMap((day) => [...day]);
}

const time = (instant: number) => zone.format(instant).slice(11, 16);
const starts = (given: Given) => slotsOf(given).map((slot) => time(slot.from));
const whole = (given: Given) => slotsOf(given).map(({ from, to }) => `${zone.format(from)} ${zone.format(to)}`);

describe('the grid of one resource', () => {
  const table: { of: string; given: Given; slots: string[] }[] = [
    { of: 'slots that fit', given: { resources: [resource(['09:00', '11:30'])] }, slots: ['09:00', '10:00'] },
    { of: 'none when closed', given: { resources: [resource([])] }, slots: [] },
    { of: 'none when shorter than a slot', given: { resources: [resource(['09:00', '09:59'])] }, slots: [] },
    {
      of: 'slots on each side of a break',
      given: { resources: [resource(['09:00', '11:00', '11:30', '13:00'])] },
      slots: ['09:00', '10:00', '11:30'],
    },
    { of: 'a slot up to 24:00', given: { resources: [resource(['22:30', '24:00'])] }, slots: ['22:30'] },
    {
      of: 'starts every next_interval',
      given: { service: { nextInterval: 30 }, resources: [resource(['09:00', '11:00'])] },
      slots: ['09:00', '09:30', '10:00'],
    },
    {
      of: 'starts further apart than the length',
      given: { service: { interval: 30, nextInterval: 45 }, resources: [resource(['09:00', '11:00'])] },
      slots: ['09:00', '09:45', '10:30'],
    },
    {
      of: 'next available: from where a booking ends',
      given: { resources: [resource(['09:00', '13:00'], { occupancies: [booking('10:00', '10:30')] })] },
      slots: ['09:00', '10:30', '11:30'],
    },
    {
      of: 'next available: 10:07 rounded up to 10:15',
      given: { resources: [resource(['09:00', '13:00'], { occupancies: [booking('09:00', '10:07')] })] },
      slots: ['10:15', '11:15'],
    },
    {
      of: 'next available: a second past the minute is past it',
      given: { resources: [resource(['09:00', '12:00'], { occupancies: [booking('09:00', '10:15:01')] })] },
      slots: ['10:30'],
    },
    {
      of: 'next available: an opening is rounded too',
      given: { service: { rounding: 30 }, resources: [resource(['09:10', '12:00'])] },
      slots: ['09:30', '10:30'],
    },
    {
      of: 'next available: rounded past all that is left',
      given: { service: { rounding: 2000 }, resources: [resource(['09:10', '24:00'])] },
      slots: [],
    },
    {
      of: 'fixed: the grid stays, without what is taken',
      given: {
        service: { generation: 'FIXED' },
        resources: [resource(['09:10', '13:10'], { occupancies: [booking('10:00', '10:15')] })],
      },
      slots: ['11:10', '12:10'],
    },
    {
      of: 'fixed: a grid from each opening',
      given: {
        service: { generation: 'FIXED', interval: 45 },
        resources: [resource(['09:00', '10:00', '10:07', '12:00'])],
      },
      slots: ['09:00', '10:07', '10:52'],
    },
    {
      of: 'a booking that ends as the slot starts is no hindrance',
      given: {
        service: { generation: 'FIXED' },
        resources: [
          resource(['09:00', '12:00'], { occupancies: [booking('08:00', '09:00'), booking('10:00', '11:00')] }),
        ],
      },
      slots: ['09:00', '11:00'],
    },
    {
      of: 'an event takes all of the capacity',
      given: { resources: [resource(['09:00', '12:00'], { capacity: 9, blocked: [span('10:00', '11:00')] })] },
      slots: ['09:00', '11:00'],
    },
    {
      of: 'bookable: both ends included, and no stretch of its own',
      given: {
        service: { nextInterval: 30 },
        resources: [resource(['09:00', '13:00'])],
        bookable: span('09:40', '11:00'),
      },
      slots: ['10:00', '10:30', '11:00'],
    },
    {
      of: 'a closed date',
      given: { resources: [resource(['09:00', '11:00'])], closedDates: new Set([monday]) },
      slots: [],
    },
    {
      of: 'a closed date that an exception opens',
      given: {
        resources: [
          resource([], {
            hours: hours(['09:00', '11:00'], {
              exceptions: [{ date: monday, serviceId: 1, openingHours: ['18:00', '19:00'] }],
            }),
          }),
        ],
        closedDates: new Set([monday]),
      },
      slots: ['18:00'],
    },
  ];

  it.each(table)('$of', ({ given, slots }) => {
    expect(starts(given)).toEqual(slots);
  });
});

describe('capacity', () => {
  const occupancies = [booking('09:00', '09:40', 2), booking('09:30', '10:30', 1)];

  it('is what the peak during the slot leaves', () => {
    const slots = slotsOf({ resources: [resource(['09:00', '12:00'], { capacity: 4, occupancies })] });
    expect(slots.map(({ from, free, maximumCapacity }) => [time(from), free, maximumCapacity])).toEqual([
      ['09:00', 1, 4],
      ['10:00', 3, 4],
      ['11:00', 4, 4],
    ]);
  });

  it.each([
    { generation: 'FIXED', minimum: 2, slots: ['10:00', '11:00'] },
    { generation: 'NEXT_AVAILABLE', minimum: 2, slots: ['09:45', '10:45'] },
    { generation: 'NEXT_AVAILABLE', minimum: 4, slots: ['10:30'] },
    { generation: 'NEXT_AVAILABLE', minimum: 5, slots: [] },
    { generation: 'FIXED', minimum: 0, slots: ['09:00', '10:00', '11:00'] },
  ] as const)('leaves out where there is room for fewer than $minimum ($generation)', ({ slots, ...service }) => {
    const resources = [resource(['09:00', '12:00'], { capacity: 4, occupancies })];
    expect(starts({ service, resources })).toEqual(slots);
  });
});

describe('several resources and dates', () => {
  it('lists a time once, with every resource that is free for all of it', () => {
    const resources = [
      resource(['09:00', '11:00'], { id: 3, capacity: 2, occupancies: [booking('09:30', '10:00')] }),
      resource(['10:00', '11:00'], { id: 1 }),
      resource(['09:00', '11:00'], { id: 2, blocked: [span('09:59', '10:30')] }),
    ];
    expect(slotsOf({ service: { generation: 'FIXED' }, resources })).toEqual([
      { ...span('09:00', '10:00'), free: 1, maximumCapacity: 2, resourceIds: [3] },
      { ...span('10:00', '11:00'), free: 3, maximumCapacity: 3, resourceIds: [1, 3] },
    ]);
  });

  it('lists times that start together but end apart one by one', () => {
    const resources = [resource(['09:00', '17:00'], { id: 1 }), resource(['09:00', '15:00'], { id: 2 })];
    expect(slotsOf({ service: { dayBooking: 'OPENING' }, resources })).toEqual([
      { ...span('09:00', '15:00'), free: 2, maximumCapacity: 2, resourceIds: [1, 2] },
      { ...span('09:00', '17:00'), free: 1, maximumCapacity: 1, resourceIds: [1] },
    ]);
  });

  it('finds the peak of day bookings that lie within each other', () => {
    const resources = [
      resource(['08:00', '18:00'], { id: 1, capacity: 3, occupancies: [booking('17:00', '18:00', 2)] }),
      resource(['09:00', '17:00'], { id: 2, capacity: 2, occupancies: [booking('12:00', '13:00')] }),
    ];
    expect(slotsOf({ service: { dayBooking: 'OPENING' }, resources })).toEqual([
      { ...span('08:00', '18:00'), free: 1, maximumCapacity: 3, resourceIds: [1] },
      { ...span('09:00', '17:00'), free: 4, maximumCapacity: 5, resourceIds: [1, 2] },
    ]);
  });

  it('names every free resource at a start, also one whose own grid starts elsewhere', () => {
    const resources = [resource(['09:50', '12:00'], { id: 1 }), resource(['09:30', '12:00'], { id: 2 })];
    expect(slotsOf({ service: { rounding: 5 }, resources })).toEqual([
      { ...span('09:30', '10:30'), free: 1, maximumCapacity: 1, resourceIds: [2] },
      { ...span('09:50', '10:50'), free: 2, maximumCapacity: 2, resourceIds: [1, 2] },
      { ...span('10:30', '11:30'), free: 2, maximumCapacity: 2, resourceIds: [1, 2] },
      { ...span('10:50', '11:50'), free: 2, maximumCapacity: 2, resourceIds: [1, 2] },
    ]);
  });

  it('lists a start of the fixed grid of a taken resource when another one is free', () => {
    const resources = [
      resource(['09:15', '11:15'], { id: 1, occupancies: [booking('09:15', '11:15')] }),
      resource(['09:00', '11:30'], { id: 2 }),
    ];
    expect(slotsOf({ service: { generation: 'FIXED' }, resources })).toEqual([
      { ...span('09:00', '10:00'), free: 1, maximumCapacity: 1, resourceIds: [2] },
      { ...span('09:15', '10:15'), free: 1, maximumCapacity: 1, resourceIds: [2] },
      { ...span('10:00', '11:00'), free: 1, maximumCapacity: 1, resourceIds: [2] },
      { ...span('10:15', '11:15'), free: 1, maximumCapacity: 1, resourceIds: [2] },
    ]);
  });

  it('starts the grid anew at each midnight', () => {
    const resources = [resource(['00:00', '24:00'])];
    expect(starts({ dates: [monday, tuesday], service: { interval: 540 }, resources })).toEqual([
      '00:00',
      '09:00',
      '00:00',
      '09:00',
    ]);
  });
});

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
  ])('a booking of $date is of the whole date', ({ date, day }) => {
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
