import { occupiedTime, peak } from '../../../src/domain/availability/occupancy.rules.js';
import { isOpen } from '../../../src/domain/availability/open-times.rules.js';
import {
  freeSlotsByDate,
  type Slot,
  type SlotResource,
  type SlotSearch,
} from '../../../src/domain/availability/slots.rules.js';
import type { HoursSource } from '../../../src/domain/resource/opening-hours.rules.js';
import { addDays, datesBetween, weekdayOf } from '../../../src/platform/time/plain-date.js';
import { type Zone, zoneOf } from '../../../src/platform/time/zone.js';
import { pick, type Random, seeded } from '../../support/random.js';
import { sampledSeeds } from '../../support/sample.js';
import { randomHours } from './random-hours.js';
import { openMinutes, referenceSlots } from './slots.reference.js';

const allWorlds = 2000;
const worlds = sampledSeeds(allWorlds, 8, 'slots');
const msPerMinute = 60_000;

/**
 * Dates with an ordinary night, and dates around the clock changes of a zone: within the night, at midnight, by half an
 * hour, and with an hour before midnight that occurs twice.
 */
const places: readonly (readonly [zone: Zone, dates: readonly string[]])[] = [
  [zoneOf('Europe/Oslo'), ['2026-06-15', '2026-06-15', '2026-03-28', '2026-03-29', '2026-10-24', '2026-10-25']],
  [zoneOf('Asia/Beirut'), ['2026-06-15', '2026-03-28', '2026-03-29', '2026-10-24', '2026-10-25']],
  [zoneOf('America/Havana'), ['2026-06-15', '2026-03-07', '2026-03-08', '2026-10-31', '2026-11-01']],
  [zoneOf('America/Santiago'), ['2026-04-03', '2026-04-04', '2026-04-05', '2026-09-05', '2026-09-06']],
  [zoneOf('Australia/Lord_Howe'), ['2026-04-04', '2026-04-05', '2026-10-03', '2026-10-04']],
];

function randomSource(random: Random, dates: readonly string[]): HoursSource {
  const week = () => {
    const entries = [randomHours(random), randomHours(random)];
    return Array.from({ length: 7 }, (_, weekday) => entries[weekday % 2] ?? null);
  };
  const exceptions = Array.from({ length: random(3) }, () => ({
    date: addDays(dates[random(dates.length)] ?? '', -random(2)),
    serviceId: pick(random, [null, 1, 2]),
    openingHours: randomHours(random),
  }));
  return { serviceId: 1, exceptions, providerHours: random(2) === 0 ? week() : null, resourceHours: week() };
}

function randomResource(random: Random, id: number, dates: readonly string[], zone: Zone): SlotResource {
  const start = zone.startOfDay(dates[0] ?? '') - 360 * msPerMinute;
  const interval = () => {
    const from = start + msPerMinute * random(dates.length * 1440 + 540);
    return { from, to: from + msPerMinute * (1 + random(180)) };
  };
  return {
    id,
    capacity: random(5),
    hours: randomSource(random, dates),
    occupancies: Array.from({ length: random(6) }, () => ({ ...interval(), count: 1 + random(3) })),
    // Events, and entries of other calendars, which overlap each other and bookings.
    blocked: Array.from({ length: random(4) }, interval),
    fullDates: new Set(random(5) === 0 ? [pick(random, [...dates, addDays(dates[0] ?? '', 1)])] : []),
  };
}

function randomWorld(random: Random): SlotSearch {
  const [zone, firstDates] = pick(random, [...places.slice(0, 1), ...places]);
  const first = pick(random, firstDates);
  const dates = datesBetween(first, addDays(first, random(4) === 0 ? 1 : 0));
  const start = zone.startOfDay(first);
  return {
    zone,
    dates,
    service: {
      interval: pick(random, [15, 20, 45, 60, 100]),
      nextInterval: pick(random, [null, null, 20, 35, 90]),
      generation: pick(random, ['FIXED', 'NEXT_AVAILABLE']),
      rounding: pick(random, [1, 5, 10, 15, 30, 60]),
      minimum: random(4),
      sameDay: random(4) === 0,
      dayBooking: random(3) === 0 ? pick(random, ['MIDNIGHT', 'OPENING']) : 'NONE',
      bufferBefore: pick(random, [0, 0, 0, 10, 45, 130]),
      bufferAfter: pick(random, [0, 0, 0, 5, 30, 200]),
    },
    resources: Array.from({ length: 1 + random(2) }, (_, index) => randomResource(random, 9 - index, dates, zone)),
    bookable:
      random(2) === 0
        ? { from: 0, to: Number.MAX_SAFE_INTEGER }
        : { from: start + msPerMinute * random(900), to: start + msPerMinute * (900 + random(1440)) },
    closedDates: new Set(random(6) === 0 ? [pick(random, [addDays(first, -1), first, addDays(first, 1)])] : []),
  };
}

function written(slots: readonly Slot[], zone: Zone): string {
  return slots
    .map(({ from, to, free, maximumCapacity, resourceIds }) =>
      [zone.format(from), zone.format(to), free, maximumCapacity, resourceIds].join(' '),
    )
    .join('\n');
}

/** Whether a public booking of the smallest size would be accepted on each of the slot's resources. */
function isBookable(slot: Slot, { resources, service, closedDates, zone }: SlotSearch): boolean {
  return resources
    .filter(({ id }) => slot.resourceIds.includes(id))
    .every(
      ({ hours, capacity, occupancies }) =>
        isOpen(slot, zone, hours, service.dayBooking, closedDates) &&
        peak(occupancies, occupiedTime(slot, service)) + Math.max(1, service.minimum) <= capacity,
    );
}

/** Whether a slot lies in the hours of the date before, but not in those of its date. */
function isOfNight(slot: Slot, { resources, closedDates, zone }: SlotSearch): boolean {
  return resources.some(({ id, hours }) => {
    const open = new Set(openMinutes(zone.dateAt(slot.from), hours, closedDates, zone.name).flat());
    return slot.resourceIds.includes(id) && !open.has(slot.from);
  });
}

it('the free slots equal those of a minute-by-minute reference, and each can be booked', () => {
  const listed = { NONE: 0, MIDNIGHT: 0, OPENING: 0 };
  let nights = 0;
  let afterMidnight = 0;
  for (const seed of worlds) {
    const world = randomWorld(seeded(seed));
    const { zone, service, dates } = world;
    const { dayBooking } = service;
    const slots = [...freeSlotsByDate(world)].flatMap((day) => [...day]);
    listed[dayBooking] += slots.length;
    expect(`seed ${seed}\n${written(slots, zone)}`).toBe(`seed ${seed}\n${written(referenceSlots(world), zone)}`);
    expect(
      `seed ${seed}\n${written(
        slots.filter((slot) => !isBookable(slot, world)),
        zone,
      )}`,
    ).toBe(`seed ${seed}\n`);
    nights += slots.filter(({ from, to }) => zone.dateAt(from) !== zone.dateAt(to - 1)).length;
    afterMidnight += slots.filter((slot) => service.dayBooking === 'NONE' && isOfNight(slot, world)).length;
    expect(slots.every(({ from }) => dates.includes(zone.dateAt(from)))).toBe(true);
  }
  // All comparisons would pass if the worlds had no slots. A sample has a few of the rare ones.
  const few = (ofAll: number): number => (worlds.length === allWorlds ? ofAll : 1);
  expect(listed.NONE).toBeGreaterThan(worlds.length * 5);
  expect(Math.min(listed.MIDNIGHT, listed.OPENING)).toBeGreaterThan(few(30));
  expect(nights).toBeGreaterThan(few(100));
  expect(afterMidnight).toBeGreaterThan(few(500));
});

/** The hours from 22:00 to 06:00 that a night has, by the zone and the date on which it begins. */
const nights: readonly (readonly [zone: string, date: string, hours: number])[] = [
  ['Europe/Oslo', '2026-03-27', 8],
  ['Europe/Oslo', '2026-03-28', 7],
  ['Europe/Oslo', '2026-10-24', 9],
  ['Europe/Oslo', '2026-10-25', 8],
  ['Asia/Beirut', '2026-03-28', 7],
  ['Asia/Beirut', '2026-10-24', 9],
  ['America/Santiago', '2026-04-04', 9],
  ['America/Santiago', '2026-09-05', 7],
  ['Australia/Lord_Howe', '2026-04-04', 8.5],
  ['Australia/Lord_Howe', '2026-10-03', 7.5],
];

it.each(nights)('a night shift in %s that begins on %s has %d hours of slots', (name, date, hours) => {
  const zone = zoneOf(name);
  const night = ['22:00', '30:00'] as const;
  const shift = (weekday: number) => (addDays(date, weekday - weekdayOf(date)) === date ? night : null);
  const week = Array.from({ length: 7 }, (_, weekday) => shift(weekday));
  const search = (interval: number, busy: boolean): SlotSearch => ({
    ...{ zone, dates: [date, addDays(date, 1)], closedDates: new Set() },
    service: {
      ...{ interval, nextInterval: null, generation: 'FIXED', rounding: 5, minimum: 1 },
      ...{ sameDay: false, dayBooking: 'NONE', bufferBefore: 0, bufferAfter: 0 },
    },
    resources: [
      {
        ...{ id: 1, capacity: 1, occupancies: [], fullDates: new Set() },
        hours: { serviceId: 1, exceptions: [], providerHours: null, resourceHours: week },
        // The hours around the change of the clock.
        blocked: busy ? [{ from: zone.toEpoch(date, 25 * 60), to: zone.toEpoch(date, 25 * 60) + 3_600_000 }] : [],
      },
    ],
    bookable: { from: 0, to: Number.MAX_SAFE_INTEGER },
  });
  for (const interval of [15, 30, 60, 90]) {
    for (const busy of [false, true]) {
      const world = search(interval, busy);
      const slots = [...freeSlotsByDate(world)].flatMap((day) => [...day]);
      expect(written(slots, zone)).toBe(written(referenceSlots(world), zone));
      if (!busy) expect(slots).toHaveLength(Math.floor((hours * 60) / interval));
    }
  }
});

it('isOpen agrees with a minute-by-minute reference', () => {
  for (let seed = 1; seed <= 400; seed++) {
    const random = seeded(seed);
    const [zone, firstDates] = pick(random, places);
    const first = pick(random, firstDates);
    const dates = datesBetween(first, addDays(first, 1));
    const source = randomSource(random, dates);
    const closed = new Set(random(6) === 0 ? [addDays(first, -random(2))] : []);
    const open = new Set(
      [addDays(first, -1), ...dates].flatMap((date) => openMinutes(date, source, closed, zone.name).flat()),
    );
    for (let attempt = 0; attempt < 20; attempt++) {
      const from = zone.startOfDay(first) + msPerMinute * random(2 * 1320);
      const to = from + msPerMinute * (1 + random(120));
      let expected = true;
      for (let minute = from; minute < to; minute += msPerMinute) {
        expected &&= open.has(minute);
      }
      if (isOpen({ from, to }, zone, source, 'NONE', closed) !== expected) {
        throw new Error(`seed ${seed}: ${zone.format(from)} to ${zone.format(to)} is ${expected ? '' : 'not '}open`);
      }
    }
  }
});

const ownWorlds = sampledSeeds(600, 4, 'own slots');

it('the free slots of resources with lengths and buffers of their own are those of a service with each', () => {
  let lengths = 0;
  for (const seed of ownWorlds) {
    const random = seeded(seed);
    const world = randomWorld(random);
    const timings = [20, 45, 100].map((interval) => ({
      ...{ interval, nextInterval: pick(random, [null, 35]) },
      ...{ bufferBefore: pick(random, [0, 10, 130]), bufferAfter: pick(random, [0, 30]) },
    }));
    const service = { ...world.service, dayBooking: 'NONE' as const, interval: 60 };
    const own = Array.from({ length: 3 }, () => pick(random, [undefined, ...timings]));
    const dates = [...world.dates];
    const resources = own.map((timing, id) => ({ ...randomResource(random, id, dates, world.zone), timing }));
    const expected = [undefined, ...timings].flatMap((timing) =>
      referenceSlots({
        ...{ ...world, service: { ...service, ...timing } },
        resources: resources.filter((one) => one.timing === timing),
      }),
    );
    const byTime = expected.sort((a, b) => a.from - b.from || a.to - b.to);
    const slots = [...freeSlotsByDate({ ...world, service, resources })].flat();
    expect(`${seed}\n${written(slots, world.zone)}`).toBe(`${seed}\n${written(byTime, world.zone)}`);
    lengths += new Set(slots.map(({ from, to }) => to - from)).size > 1 ? 1 : 0;
  }
  expect(lengths).toBeGreaterThan(ownWorlds.length / 4);
});
