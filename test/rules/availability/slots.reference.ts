import { DateTime } from 'luxon';
import type { Slot, SlotResource, SlotSearch } from '../../../src/domain/availability/slots.rules.js';
import type { HoursSource, OpeningHours } from '../../../src/domain/resource/opening-hours.rules.js';
import type { Interval } from '../../../src/platform/time/interval.js';

const msPerMinute = 60_000;
const msPerHour = 60 * msPerMinute;

/**
 * Computes free slots minute by minute, as the spec describes them, without the server's sweeps and zones. It is slow, so
 * worlds must be small. Times must be whole minutes.
 */
export function referenceSlots(world: SlotSearch): Slot[] {
  const { bufferBefore, bufferAfter } = world.service;
  const zone = world.zone.name;
  const start = (minutesOf(world.dates[0] ?? '', zone)[0]?.instant ?? 0) - bufferBefore * msPerMinute;
  const needed = Math.max(world.service.minimum, 1);
  const resources = [...world.resources]
    .sort((a, b) => a.id - b.id)
    .map((resource) => ({
      resource,
      free: freeByMinute(resource, start, 1440 * (world.dates.length + 1) + bufferBefore + bufferAfter),
    }));
  /** Returns the least number of free places during an interval and its buffers. */
  const leastIn = (free: readonly number[], from: number, to: number): number => {
    const [first, end] = [from, to].map((instant) => (instant - start) / msPerMinute);
    return Math.min(...free.slice((first ?? 0) - bufferBefore, (end ?? 0) + bufferAfter));
  };
  const slots: Slot[] = [];
  for (const date of world.dates) {
    const onDate = resources.map(({ resource, free }) => {
      return { resource, free, open: reachableMinutes(date, resource.hours, world) };
    });
    const times = onDate.flatMap(({ free, open }) =>
      timesOf(
        date,
        open,
        world,
        freeMinutes((minute) => leastIn(free, minute, minute + msPerMinute) >= needed),
      ),
    );
    for (const { from, to } of times) {
      const isListed = slots.some((other) => other.from === from && other.to === to);
      if (isListed || from < world.bookable.from || from > world.bookable.to) continue;
      const slot: Slot = { from, to, free: 0, maximumCapacity: 0, resourceIds: [] };
      for (const { resource, free, open } of onDate) {
        const least = leastIn(free, from, to);
        if (least >= needed && isOpenFor(open, world, from, to)) {
          slot.free += least;
          slot.maximumCapacity += resource.capacity;
          slot.resourceIds.push(resource.id);
        }
      }
      if (slot.resourceIds.length > 0) slots.push(slot);
    }
  }
  return slots.sort((a, b) => a.from - b.from || a.to - b.to);
}

function freeMinutes(isFree: (minute: number) => boolean): (minute: number) => boolean {
  const known = remembered(isFree);
  return (minute) => known(minute, '');
}

/** Whether every minute of the time is open; for a day booking, from the first opening to the last closing. */
function isOpenFor(open: readonly number[][], world: SlotSearch, from: number, to: number): boolean {
  switch (world.service.dayBooking) {
    case 'NONE':
      return open.some((minutes) => (minutes[0] ?? to) <= from && to <= (minutes.at(-1) ?? 0) + msPerMinute);
    case 'OPENING':
      return open.length > 0 && (open[0]?.[0] ?? to) <= from && to <= (open.at(-1)?.at(-1) ?? 0) + msPerMinute;
    case 'MIDNIGHT':
      return open.length > 0;
  }
}

/** Returns the open minutes of a date, and of the next one if they follow without a break and a slot may pass midnight. */
function reachableMinutes(date: string, hours: HoursSource, world: SlotSearch): number[][] {
  const { closedDates, zone, service } = world;
  const open = openMinutes(date, hours, closedDates, zone.name);
  if (service.dayBooking !== 'NONE' || service.sameDay) return open;
  const next = DateTime.fromISO(date).plus({ days: 1 }).toISODate() ?? '';
  const [night = []] = openMinutes(next, hours, closedDates, zone.name);
  const last = open.at(-1) ?? [];
  const isJoined = night[0] !== undefined && night[0] === (last.at(-1) ?? 0) + msPerMinute;
  return isJoined ? [...open.slice(0, -1), [...last, ...night]] : open;
}

/** Returns the open minutes of a resource on a date, as instants, grouped into spans without a break. */
export function openMinutes(
  date: string,
  hours: HoursSource,
  closedDates: ReadonlySet<string>,
  zone: string,
): number[][] {
  const times = timesOn(date, hours, closedDates).map((time) => instantOf(date, time, zone));
  const together: number[][] = [];
  let current: number[] | undefined;
  for (const { instant } of minutesOf(date, zone)) {
    if (!isWithinPair(instant, times)) {
      current = undefined;
    } else if (current) {
      current.push(instant);
    } else {
      current = [instant];
      together.push(current);
    }
  }
  return together;
}

function isWithinPair(instant: number, times: readonly number[]): boolean {
  for (let index = 0; index < times.length; index += 2) {
    if (instant >= (times[index] ?? 0) && instant < (times[index + 1] ?? 0)) return true;
  }
  return false;
}

/** Considers each minute as a start of a slot of a resource. Returns those that fit. */
function timesOf(
  date: string,
  open: readonly number[][],
  world: SlotSearch,
  isFree: (minute: number) => boolean,
): Interval[] {
  const { interval, nextInterval, generation, rounding, dayBooking } = world.service;
  const zone = world.zone.name;
  const ofDate = minutesOf(date, zone).map(({ instant }) => instant);
  const endOfDate = (ofDate.at(-1) ?? 0) + msPerMinute;
  if (dayBooking !== 'NONE') {
    const all = dayBooking === 'OPENING' ? open.flat() : ofDate;
    return open.length > 0 ? [{ from: all[0] ?? 0, to: (all.at(-1) ?? 0) + msPerMinute }] : [];
  }
  const step = (nextInterval === null ? interval : nextInterval) * msPerMinute;
  const times: Interval[] = [];
  for (const minutes of open) {
    const closing = (minutes.at(-1) ?? 0) + msPerMinute;
    let first: number | undefined;
    for (const minute of minutes) {
      if (minute >= endOfDate) break;
      if (generation === 'FIXED') {
        first ??= minute;
      } else {
        first = isFree(minute) ? (first ?? firstRounded(minute, rounding, zone)) : undefined;
      }
      const to = minute + interval * msPerMinute;
      if (generation === 'NEXT_AVAILABLE' && minutes.some((other) => other >= minute && other < to && !isFree(other))) {
        continue;
      }
      if (first !== undefined && minute >= first && (minute - first) % step === 0 && to <= closing) {
        times.push({ from: minute, to });
      }
    }
  }
  return times;
}

function firstRounded(minute: number, rounding: number, zone: string): number {
  return wallOf(minute, zone).minute % rounding === 0 ? minute : firstRounded(minute + msPerMinute, rounding, zone);
}

function timesOn(date: string, hours: HoursSource, closedDates: ReadonlySet<string>): readonly string[] {
  const ofDate = hours.exceptions.filter((exception) => exception.date === date && exception.openingHours !== null);
  const ofService = ofDate.find(({ serviceId }) => serviceId !== null && serviceId === hours.serviceId);
  const ofAll = ofDate.find(({ serviceId }) => serviceId === null);
  const exception = (ofService ?? ofAll)?.openingHours;
  if (exception) return exception;
  if (closedDates.has(date)) return [];
  const weekday = DateTime.fromISO(date).weekday - 1;
  const ofProvider: OpeningHours | undefined = hours.providerHours?.[weekday];
  return ofProvider ?? hours.resourceHours[weekday] ?? [];
}

function freeByMinute({ capacity, occupancies, blocked }: SlotResource, start: number, minutes: number): number[] {
  const free = Array<number>(minutes).fill(capacity);
  for (const { from, to, count } of [...occupancies, ...blocked.map((event) => ({ ...event, count: capacity }))]) {
    for (let minute = Math.max(from, start); minute < to; minute += msPerMinute) {
      free[(minute - start) / msPerMinute] = (free[(minute - start) / msPerMinute] ?? 0) - count;
    }
  }
  return free;
}

/** Returns the first instant at which the wall clock shows the time. A skipped time is an hour later. */
function instantOf(date: string, time: string, zone: string): number {
  const wall = Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const minutes = minutesOf(date, zone);
  if (wall === 1440) return (minutes.at(-1)?.instant ?? 0) + msPerMinute;
  const shown = minutes.find(({ minute }) => minute === wall) ?? minutes.find(({ minute }) => minute === wall + 60);
  return shown?.instant ?? 0;
}

interface Wall {
  readonly instant: number;
  readonly date: string;
  /** The minutes of the day. */
  readonly minute: number;
}

/** Lists every minute of the date in order of time. */
const minutesOf = remembered((date: string, zone: string): Wall[] => {
  const noon = DateTime.fromISO(`${date}T12:00`, { zone }).toMillis();
  return Array.from({ length: 28 * 60 }, (_, index) =>
    wallOf(noon - 14 * msPerHour + index * msPerMinute, zone),
  ).filter((wall) => wall.date === date);
});

const wallOf = remembered((instant: number, zone: string): Wall => {
  const local = DateTime.fromMillis(instant, { zone });
  return { instant, date: local.toISODate() ?? '', minute: local.hour * 60 + local.minute };
});

function remembered<Key, Value>(make: (key: Key, zone: string) => Value): (key: Key, zone: string) => Value {
  const known = new Map<string, Map<Key, Value>>();
  return (key, zone) => {
    const ofZone = known.get(zone) ?? new Map<Key, Value>();
    known.set(zone, ofZone);
    const value = ofZone.get(key) ?? make(key, zone);
    ofZone.set(key, value);
    return value;
  };
}
