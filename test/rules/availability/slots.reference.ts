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
  const dayBefore = dateAfter(world.dates[0] ?? '', -1);
  const start = (minutesOf(dayBefore, zone)[0]?.instant ?? 0) - bufferBefore * msPerMinute;
  const needed = Math.max(world.service.minimum, 1);
  const resources = [...world.resources]
    .sort((a, b) => a.id - b.id)
    .map((resource) => ({
      resource,
      free: freeByMinute(resource, start, 1440 * (world.dates.length + 3) + bufferBefore + bufferAfter),
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
    const times = onDate.flatMap(({ resource, free, open }) =>
      timesOf(
        date,
        { hours: resource.hours, open },
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
        const startDate = DateTime.fromMillis(from, { zone }).toISODate() ?? '';
        const isFull = resource.fullDates?.has(startDate) === true;
        if (!isFull && least >= needed && isOpenFor(open, world, from, to)) {
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

/** Returns the open minutes of a date, for slots that may pass midnight also those of the dates before and after it. */
function reachableMinutes(date: string, hours: HoursSource, world: SlotSearch): number[][] {
  const { closedDates, zone, service } = world;
  if (service.dayBooking !== 'NONE') return openMinutes(date, hours, closedDates, zone.name);
  const minutes = [-1, 0, 1].flatMap((days) =>
    openMinutes(dateAfter(date, days), hours, closedDates, zone.name).flat(),
  );
  return withoutBreaks([...new Set(minutes)].sort((a, b) => a - b));
}

function withoutBreaks(minutes: readonly number[]): number[][] {
  const together: number[][] = [];
  for (const minute of minutes) {
    const current = together.at(-1);
    if (current?.at(-1) === minute - msPerMinute) current.push(minute);
    else together.push([minute]);
  }
  return together;
}

const dateAfter = (date: string, days: number): string => DateTime.fromISO(date).plus({ days }).toISODate() ?? '';

const opened = new WeakMap<HoursSource, Map<string, number[][]>>();

/**
 * Returns the minutes that the hours of a date open, as instants, grouped into spans without a break. They may be on the
 * next date.
 */
export function openMinutes(
  date: string,
  hours: HoursSource,
  closedDates: ReadonlySet<string>,
  zone: string,
): number[][] {
  const known = opened.get(hours) ?? new Map<string, number[][]>();
  opened.set(hours, known);
  const times = timesOn(date, hours, closedDates).map((time) => instantOf(date, time, zone));
  const key = `${date} ${times}`;
  const minutes =
    known.get(key) ??
    withoutBreaks(hourMinutesOf(date, zone).flatMap(({ instant }) => (isWithinPair(instant, times) ? [instant] : [])));
  known.set(key, minutes);
  return minutes;
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
  { hours, open }: { hours: HoursSource; open: readonly number[][] },
  world: SlotSearch,
  isFree: (minute: number) => boolean,
): Interval[] {
  const { interval, nextInterval, generation, rounding, dayBooking, sameDay } = world.service;
  const zone = world.zone.name;
  const ofDate = minutesOf(date, zone).map(({ instant }) => instant);
  const endOfDate = (ofDate.at(-1) ?? 0) + msPerMinute;
  if (dayBooking !== 'NONE') {
    const all = dayBooking === 'OPENING' ? open.flat() : ofDate;
    const time = { from: all[0] ?? 0, to: (all.at(-1) ?? 0) + msPerMinute };
    return open.length > 0 && !(sameDay && time.to > endOfDate) ? [time] : [];
  }
  const step = (nextInterval === null ? interval : nextInterval) * msPerMinute;
  const times: Interval[] = [];
  const own = openMinutes(date, hours, world.closedDates, zone);
  const ofNight = openMinutes(dateAfter(date, -1), hours, world.closedDates, zone);
  const ownMinutes = new Set(own.flat());
  for (const minutes of [...ofNight, ...own]) {
    const reach = open.find((span) => (span.at(-1) ?? 0) >= (minutes[0] ?? 0));
    const closing = (reach?.at(-1) ?? 0) + msPerMinute;
    const isNight = !own.includes(minutes);
    let first: number | undefined;
    for (const minute of minutes) {
      if (minute >= endOfDate) break;
      if (generation === 'FIXED') {
        first ??= minute;
      } else {
        first = isFree(minute) ? (first ?? firstRounded(minute, rounding, zone)) : undefined;
      }
      // A night has no starts of its own within the hours of the date itself.
      if (minute < (ofDate[0] ?? 0) || (isNight && ownMinutes.has(minute))) continue;
      const to = minute + interval * msPerMinute;
      if (to > (sameDay ? Math.min(closing, endOfDate) : closing)) continue;
      if (generation === 'NEXT_AVAILABLE' && !isFreeFor(minute, to, isFree)) continue;
      if (first !== undefined && minute >= first && (minute - first) % step === 0) times.push({ from: minute, to });
    }
  }
  return times;
}

function isFreeFor(from: number, to: number, isFree: (minute: number) => boolean): boolean {
  for (let minute = from; minute < to; minute += msPerMinute) if (!isFree(minute)) return false;
  return true;
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

/**
 * Returns the first instant at which the wall clock shows the time, from 24:00 on that of the next date. A skipped time is
 * later by the time that the clock skips.
 */
function instantOf(date: string, time: string, zone: string): number {
  const wanted = Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const minutes = hourMinutesOf(date, zone);
  const shown = minutes.find(({ minute }) => minute === wanted);
  if (shown) return shown.instant;
  const next = minutes.findIndex(({ minute }) => minute > wanted);
  const [before, after] = [minutes[next - 1], minutes[next]];
  // The first minute of a date follows the last one of the date before.
  return before
    ? before.instant + (wanted - before.minute) * msPerMinute
    : (after?.instant ?? 0) + wanted * msPerMinute;
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

/** Lists every minute of the date and of the next one, on which the minutes of the day continue after 24:00. */
const hourMinutesOf = remembered((date: string, zone: string): Wall[] => [
  ...minutesOf(date, zone),
  ...minutesOf(dateAfter(date, 1), zone).map((wall) => ({ ...wall, minute: wall.minute + 1440 })),
]);

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
