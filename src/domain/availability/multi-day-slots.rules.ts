import type { Interval } from '../../platform/time/interval.js';
import { addDays, datesBetween, type PlainDate } from '../../platform/time/plain-date.js';
import type { HoursException } from '../resource/opening-hours.rules.js';
import { type Load, loadOf, occupiedTime, peakOf } from './occupancy.rules.js';
import { isWithinDays, openTimesReader } from './open-times.rules.js';
import { isFullAt, type Slot, type SlotResource, type SlotSearch } from './slots.rules.js';

/**
 * Yields the slots of so many days that start on each date in turn, for a service with day bookings, ordered by `from` and
 * then `to`. A slot includes every resource that is open on each of its dates and free from its start to its end, also in
 * the nights between.
 *
 * Dates are computed lazily. The cost is proportional to the number of resources and of dates, whatever the number of days.
 *
 * @param search its dates follow each other without gaps
 * @param days the number of dates of a slot, at least 1
 */
export function* multiDaySlotsByDate(search: SlotSearch, days: number): Generator<Slot[]> {
  const { dates, resources } = search;
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return;
  const schedules = resources.toSorted((a, b) => a.id - b.id).map(toSchedule);
  for (const [index, date] of datesBetween(first, addDays(last, days - 1)).entries()) {
    openOn(date, schedules, search);
    if (index >= days - 1) yield slotsFrom(index - days + 1, schedules, search, days);
  }
}

/**
 * Yields the slots of one day, of two and so on up to so many days that start on the first date of the search: those of
 * `multiDaySlotsByDate` for each length. Lengths are computed lazily.
 */
export function* multiDaySlotsByLength(search: SlotSearch, days: number): Generator<Slot[]> {
  const [first] = search.dates;
  if (first === undefined) return;
  const schedules = search.resources.toSorted((a, b) => a.id - b.id).map(toSchedule);
  for (const [index, date] of datesBetween(first, addDays(first, days - 1)).entries()) {
    openOn(date, schedules, search);
    yield slotsFrom(0, schedules, search, index + 1);
  }
}

/** The bookings and hours of a resource, read in the order of dates. */
interface DaySchedule {
  readonly resource: SlotResource;
  readonly exceptions: ReadonlyMap<PlainDate, HoursException[]>;
  readonly load: Load;
  /** The open time of each date that was read. */
  readonly openTimes: (Interval | undefined)[];
  /** The number of dates up to the last one on which it is open without a gap. */
  openDays: number;
}

function toSchedule(resource: SlotResource): DaySchedule {
  const { capacity, occupancies, blocked } = resource;
  return {
    resource,
    exceptions: Map.groupBy(resource.hours.exceptions, ({ date }) => date),
    load: loadOf([...occupancies, ...blocked.map(({ from, to }) => ({ from, to, count: capacity }))]),
    openTimes: [],
    openDays: 0,
  };
}

/** Reads the open times of the next date. */
function openOn(
  date: PlainDate,
  schedules: readonly DaySchedule[],
  { zone, service: { dayBooking }, closedDates }: SlotSearch,
): void {
  const openTimesOf = openTimesReader(date, { zone, dayBooking, closedDates });
  for (const schedule of schedules) {
    const { resource, exceptions, openTimes } = schedule;
    const [open] = openTimesOf({ ...resource.hours, exceptions: exceptions.get(date) ?? [] });
    openTimes.push(open);
    schedule.openDays = open ? schedule.openDays + 1 : 0;
  }
}

/** Returns the slots from the date with that index to the last date that was read. */
function slotsFrom(
  index: number,
  schedules: readonly DaySchedule[],
  { service, bookable, zone }: SlotSearch,
  days: number,
): Slot[] {
  const open = schedules.flatMap(({ resource, load, openTimes, openDays }) => {
    const [first, last] = [openTimes[index], openTimes.at(-1)];
    return first && last && openDays >= days ? [{ resource, load, first, last }] : [];
  });
  const slots = new Map<string, Slot>();
  for (const { first, last } of open) {
    const { from, to } = { from: first.from, to: last.to };
    if (from < bookable.from || from > bookable.to) continue;
    if (service.sameDay && zone.dateAt(from) !== zone.dateAt(to - 1)) continue;
    slots.set(`${from}-${to}`, { from, to, free: 0, maximumCapacity: 0, resourceIds: [] });
  }
  const needed = Math.max(1, service.minimum, service.people ?? 0);
  for (const slot of slots.values()) {
    for (const { resource, load, first, last } of open) {
      if (!isWithinDays(slot, first, last) || isFullAt(resource, slot.from, zone)) continue;
      const room = resource.capacity - peakOf(load, occupiedTime(slot, resource.timing ?? service));
      if (room < needed) continue;
      slot.free += room;
      slot.maximumCapacity += resource.capacity;
      slot.resourceIds.push(resource.id);
    }
  }
  return [...slots.values()]
    .filter(({ resourceIds }) => resourceIds.length > 0)
    .sort((a, b) => a.from - b.from || a.to - b.to);
}
