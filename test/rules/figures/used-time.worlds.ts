import type { ResourceHours } from '../../../src/domain/figures/offered-times.rules.js';
import type { ServiceOccupancies } from '../../../src/domain/figures/used-time.rules.js';
import type { HoursOfWeek } from '../../../src/domain/resource/opening-hours.rules.js';
import { zoneOf } from '../../../src/platform/time/zone.js';
import { pick, type Random } from '../../support/random.js';
import { randomHours } from '../availability/random-hours.js';
import type { TimeName, UsedWorld } from './used-time.reference.js';
import { wallMinutes } from './wall-minutes.js';

const msPerMinute = 60_000;
const days = 3;

/** The time zone of a world and its first day. */
export type Start = readonly [zone: string, date: string];

/** The last days before clock changes, some of them at midnight or by half an hour, and one ordinary day. */
export const starts: readonly [Start, ...Start[]] = [
  ['Europe/Oslo', '2026-03-28'],
  ['Europe/Oslo', '2026-10-24'],
  ['Australia/Lord_Howe', '2026-04-04'],
  ['Australia/Lord_Howe', '2026-10-03'],
  ['Asia/Beirut', '2026-03-28'],
  ['America/Havana', '2026-10-31'],
  ['Asia/Kathmandu', '2026-01-31'],
];

const times: readonly (readonly TimeName[])[] = [
  [],
  ['DAY'],
  ['WEEK'],
  ['MONTH'],
  ['WEEKDAY'],
  ['HOUR_OF_DAY'],
  ['WEEKDAY', 'HOUR_OF_DAY'],
  ['HOUR_OF_DAY', 'DAY'],
];

function randomWeek(random: Random): HoursOfWeek {
  const entries = [randomHours(random), randomHours(random)];
  return Array.from({ length: 7 }, (_, weekday) => entries[weekday % 2] ?? null);
}

function randomResource(random: Random, id: number, dates: readonly string[]): ResourceHours {
  const resourceHours = randomWeek(random);
  const services = [1, 2].filter(() => random(3) > 0);
  return {
    id,
    capacity: random(4),
    exceptions: Array.from({ length: random(4) }, () => ({
      date: dates[random(dates.length)] ?? '',
      serviceId: pick(random, [null, 1, 2]),
      openingHours: randomHours(random),
    })),
    offered: [...services, ...(services.length === 0 ? [null] : [])].map((serviceId) => ({
      serviceId,
      dayBooking: pick(random, ['NONE', 'NONE', 'MIDNIGHT', 'OPENING']),
      source: { serviceId, providerHours: serviceId && random(2) === 0 ? randomWeek(random) : null, resourceHours },
    })),
  };
}

export interface ZonedWorld extends UsedWorld {
  zone: string;
}

/** Creates a random world of at most two resources and three days. */
export function randomWorld(random: Random, [zone, date]: Start): ZonedWorld {
  const minutes = wallMinutes(zone, date, days + 1);
  const instantAt = (from: number, to: number): number => minutes[from + random(to - from)]?.instant ?? 0;
  const from = random(2) === 0 ? zoneOf(zone).startOfDay(date) : instantAt(1440, 2 * 1440);
  const period = { from, to: from + msPerMinute * (1 + random(random(3) === 0 ? 90 : 2 * 1440)) };
  const dates = [...new Set(minutes.map((minute) => minute.date))];
  const resources = Array.from({ length: 1 + random(2) }, (_, index) => randomResource(random, 1 + index, dates));
  const serviceIds = random(4) === 0 ? [2] : undefined;
  const bookedServices = serviceIds ?? pick(random, [[1], [1, null, 3], [1, 2], []]);
  const split = times[random(times.length)] ?? [];
  return {
    ...{ zone, minutes, period, resources, serviceIds, times: split },
    occupied: resources.flatMap(({ id, capacity }) =>
      bookedServices.map(
        (serviceId): ServiceOccupancies => ({
          resourceId: id,
          serviceId,
          occupancies: Array.from({ length: random(5) }, () => {
            const booked = instantAt(720, minutes.length - 720);
            return {
              from: booked,
              to: booked + msPerMinute * (1 + random(300)),
              count: pick(random, [1, 2, capacity]),
            };
          }),
        }),
      ),
    ),
    closedDates: new Set(dates.filter(() => random(5) === 0)),
    byResource: split.length < 2 && random(2) === 0,
    byService: split.length < 2 && random(2) === 0,
  };
}
