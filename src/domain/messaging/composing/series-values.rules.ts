import type { Language } from '../../../platform/language.js';
import type { Booking } from '../../booking/booking.entity.js';
import { leftOutReasonOf, leftOutText } from '../../recurrence/left-out-reasons.rules.js';
import type { LeftOutInterval } from '../../recurrence/recurrence.entity.js';

/** The dates of a series that a message is about. */
export interface SeriesDetails<Date = Booking> {
  /** By time. */
  bookings: readonly Date[];
  /** The dates that were not booked, by time. */
  leftOut: readonly LeftOutInterval[];
}

/** The number of dates that templates read, of those that were booked and of those that were left out. */
export const maxDates = 100;

/** The variable `series` of a template. */
export interface SeriesValues {
  count: number;
  bookings: Record<string, unknown>[];
  /** The number of booked dates after those of `bookings`. */
  more: number;
  left_out_count: number;
  left_out: Record<string, unknown>[];
  left_out_more: number;
}

/**
 * Returns the variable `series` of a template.
 *
 * @param valuesOf returns the values of a booked date
 * @param timesOf returns the times of a date as templates read them
 */
export function seriesValues<Date>(
  { bookings, leftOut }: SeriesDetails<Date>,
  language: Language,
  valuesOf: (booking: Date) => Record<string, unknown>,
  timesOf: (from: number, to: number) => Record<string, unknown>,
): SeriesValues {
  const refused = leftOut.slice(0, maxDates);
  return {
    count: bookings.length,
    bookings: bookings.slice(0, maxDates).map(valuesOf),
    more: Math.max(0, bookings.length - maxDates),
    left_out_count: leftOut.length,
    left_out: refused.map((one) => ({
      ...timesOf(one.from, one.to),
      reason: leftOutText(leftOutReasonOf(one), language),
    })),
    left_out_more: leftOut.length - refused.length,
  };
}
