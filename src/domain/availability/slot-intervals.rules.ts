import type { FieldErrors } from '../../platform/errors.js';
import { addDays } from '../../platform/time/plain-date.js';
import type { DateRange } from '../date-range.rules.js';
import { BookingType } from '../service/service.entity.js';

interface SlotRules {
  bookingType: BookingType;
  hasDayBooking: boolean;
  sameDay: boolean;
  maxSlots: number;
}

/** Bounds the dates that are read for one slot. */
const maxDays = 366;

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

/** Returns the dates that slots of so many intervals touch if they start on the given dates. */
export function touchedDates(
  { from, to }: DateRange,
  { hasDayBooking }: Pick<SlotRules, 'hasDayBooking'>,
  intervals: number,
): DateRange {
  return { from, to: hasDayBooking ? addDays(to, intervals - 1) : to };
}
