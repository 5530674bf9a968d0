import type { FieldErrors } from '../../platform/errors.js';
import type { Interval } from '../../platform/time/interval.js';
import { instantOf, wallOf } from '../../platform/time/period.js';
import { addDays, daysBetween, type PlainDate } from '../../platform/time/plain-date.js';
import { lastMinuteOfHours } from '../../platform/time/wall-time.js';
import type { Zone } from '../../platform/time/zone.js';
import { BookingType } from '../service/service.entity.js';
import type { ResourceTerms } from './occupancy.rules.js';
import { type DayBooking, dayBookingOf } from './open-times.rules.js';

interface SlotRules {
  bookingType: BookingType;
  hasDayBooking: boolean;
  sameDay: boolean;
  maxSlots: number;
}

/** Bounds the dates that are read for one slot. No public booking is longer. */
const maxDays = 366;
const msPerMinute = 60_000;

/** Checks how many intervals of the service a slot lasts; for day bookings, how many days. */
export function validateIntervals(intervals: number, service: SlotRules): FieldErrors {
  const maximum = maxIntervals(service);
  if (intervals < 1) return { intervals: ['must be greater than 0'] };
  return intervals > maximum ? { intervals: [`must be less than or equal to ${maximum}`] } : {};
}

function maxIntervals({ bookingType, hasDayBooking, sameDay, maxSlots }: SlotRules): number {
  if (bookingType !== BookingType.APPOINTMENT) return 1;
  if (!hasDayBooking) return maxSlots;
  return sameDay ? 1 : Math.min(maxSlots, maxDays);
}

/** The length of a slot: `days` for day bookings, `minutes` for others. */
export interface SlotLength {
  minutes: number;
  days: number;
}

interface SlotKind {
  hasDayBooking: boolean;
  dayBookingSpecifyTime: boolean;
  interval: number;
}

/** Returns the length of a slot with a resource that has such terms of its own; with the service alone if undefined. */
export type LengthWith = (terms: ResourceTerms | undefined) => SlotLength;

export function lengthOfIntervals(
  { interval }: Pick<SlotKind, 'interval'>,
  intervals: number,
  optionMinutes = 0,
): SlotLength {
  return { minutes: interval * intervals + optionMinutes, days: intervals };
}

/** Returns the length of a booking of the service at that time. */
export function lengthOf(service: SlotKind, time: Interval, zone: Zone): SlotLength {
  const dayBooking = dayBookingOf(service);
  return dayBooking === 'NONE'
    ? { minutes: (time.to - time.from) / msPerMinute, days: 1 }
    : { minutes: service.interval, days: countDays(time, dayBooking, zone) };
}

/**
 * Returns the number of days of a day booking: the dates that it touches. The morning after a night does not count, since
 * the night belongs to the day on which it begins. Without the hours, a time is taken for one that ends with a night if it
 * ends by noon, no later than it starts; `isOpen` counts again with the hours.
 */
export function countDays({ from, to }: Interval, dayBooking: DayBooking, zone: Zone): number {
  const dates = daysBetween(zone.dateAt(from), zone.dateAt(to - 1)) + 1;
  const last = zone.minuteOfDayAt(to - 1) + 1;
  const endsWithNight = last <= lastMinuteOfHours - 1440 && last <= zone.minuteOfDayAt(from);
  return dayBooking === 'OPENING' && dates > 1 && endsWithNight ? dates - 1 : dates;
}

export function isTooLong({ hasDayBooking }: Pick<SlotKind, 'hasDayBooking'>, { minutes, days }: SlotLength): boolean {
  return hasDayBooking ? days > maxDays : minutes > maxDays * 1440;
}

/** Returns the last date that a slot touches which starts on a date. */
export function lastTouched(
  { hasDayBooking }: Pick<SlotKind, 'hasDayBooking'>,
  date: PlainDate,
  { minutes, days }: SlotLength,
  zone: Zone,
): PlainDate {
  return hasDayBooking
    ? addDays(date, days - 1)
    : zone.dateAt(zone.startOfDay(addDays(date, 1)) + minutes * msPerMinute);
}

/**
 * Returns the end of a booking that moves to another start and keeps its length: the number of days of whole days, the
 * duration on the wall clock of other day bookings, and the minutes of all others, as slots do.
 */
export function endAtSameLength(dayBooking: DayBooking, time: Interval, start: number, zone: Zone): number {
  switch (dayBooking) {
    case 'NONE':
      return start + time.to - time.from;
    case 'MIDNIGHT':
      return zone.startOfDay(addDays(zone.dateAt(start), countDays(time, dayBooking, zone)));
    case 'OPENING':
      return instantOf(wallOf(start, zone) + wallOf(time.to, zone) - wallOf(time.from, zone), zone);
  }
}

/** The lowest and the highest price. Null if no resource has one of its own, so that all have that of the service. */
export interface PriceRange {
  readonly priceFrom: string | null;
  readonly priceTo: string | null;
}

export const servicePrice: PriceRange = { priceFrom: null, priceTo: null };

type Priced = { readonly terms?: ResourceTerms | undefined };

/** Whether any resource has a price of its own. */
export const haveOwnPrice = (resources: readonly Priced[]): boolean =>
  resources.some(({ terms }) => (terms?.price ?? null) !== null);

/** Returns the range of the prices of resources. One without any price is left out. */
export function priceRangeOf({ price }: { price: string | null }, resources: readonly Priced[]): PriceRange {
  const prices = resources.flatMap(({ terms }) => terms?.price ?? price ?? []);
  const sorted = prices.toSorted((one, other) => Number(one) - Number(other));
  return { priceFrom: sorted[0] ?? null, priceTo: sorted.at(-1) ?? null };
}
