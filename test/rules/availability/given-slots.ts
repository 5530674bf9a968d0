import { noBuffers } from '../../../src/domain/availability/occupancy.rules.js';
import {
  freeSlotsByDate,
  type SlotResource,
  type SlotSearch,
  type SlotService,
} from '../../../src/domain/availability/slots.rules.js';
import type { HoursSource } from '../../../src/domain/resource/opening-hours.rules.js';
import type { Interval } from '../../../src/platform/time/interval.js';
import { zoneOf } from '../../../src/platform/time/zone.js';

export const zone = zoneOf('Europe/Oslo');
export const monday = '2026-06-15';
export const tuesday = '2026-06-16';

/** Parses `2026-06-15 10:30`, or a time on the Monday. */
export function at(text: string): number {
  const [date = '', time = ''] = text.includes(' ') ? text.split(' ') : [monday, text];
  return zone.toEpoch(date, Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5)), Number(time.slice(6)));
}

export const span = (from: string, to: string): Interval => ({ from: at(from), to: at(to) });
export const booking = (from: string, to: string, count = 1) => ({ ...span(from, to), count });

export function hours(times: readonly string[] | null, source: Partial<HoursSource> = {}): HoursSource {
  return { serviceId: 1, exceptions: [], providerHours: null, resourceHours: Array(7).fill(times), ...source };
}

export function resource(times: readonly string[], overrides: Partial<SlotResource> = {}): SlotResource {
  return { id: 1, capacity: 1, hours: hours(times), occupancies: [], blocked: [], ...overrides };
}

export interface Given extends Partial<Omit<SlotSearch, 'service'>> {
  readonly service?: Partial<SlotService>;
}

export function slotsOf(given: Given) {
  return [...freeSlotsByDate(searchOf(given))].flatMap((day) => [...day]);
}

/** Returns a search on the Monday, for a service of one hour. */
export function searchOf({ service, ...world }: Given): SlotSearch {
  return {
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
      sameDay: false,
      ...noBuffers,
      ...service,
    },
  };
}

export const time = (instant: number) => zone.format(instant).slice(11, 16);
export const starts = (given: Given) => slotsOf(given).map((slot) => time(slot.from));
