import type { Wording } from '../../../platform/language.js';
import type { Booking } from '../../booking/booking.entity.js';
import type { Event } from '../../event/event.entity.js';
import { leftOutReasonOf, leftOutText } from '../../recurrence/left-out-reasons.rules.js';
import type { LeftOutInterval } from '../../recurrence/recurrence.entity.js';
import type { Service } from '../../service/service.entity.js';

/** The service and the event of a booking. */
export interface Subject {
  service: Service | null;
  event: Event | null;
}

/** The dates of a series, or the bookings of a visit, that a message is about. */
export interface SeriesDetails<Date = Booking> {
  /** By time. */
  bookings: readonly Date[];
  /** The dates that were not booked, by time. */
  leftOut: readonly LeftOutInterval[];
  /** The service and the event of each booking of a visit, by its id. Undefined for a series, whose dates have the same. */
  subjects?: ReadonlyMap<number, Subject>;
}

/** Returns the title of the event or service of a booking of a visit; null for a date of a series. */
export function titleIn({ subjects }: Pick<SeriesDetails, 'subjects'>, bookingId: number): string | null {
  const subject = subjects?.get(bookingId);
  return subject?.event?.title ?? subject?.service?.title ?? null;
}

/** The number of dates that templates read, of those that were booked and of those that were left out. */
export const maxDates = 100;

/** The variable `series` of a template. */
export interface SeriesValues {
  /** The titles of all services and events of a visit; null for a series. */
  title: string | null;
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
export function seriesValues<Date extends { id: number }>(
  { bookings, leftOut, subjects }: SeriesDetails<Date>,
  language: Wording,
  valuesOf: (booking: Date) => Record<string, unknown>,
  timesOf: (from: number, to: number) => Record<string, unknown>,
): SeriesValues {
  const refused = leftOut.slice(0, maxDates);
  const titles = new Set(bookings.flatMap(({ id }) => titleIn({ subjects }, id) ?? []));
  return {
    title: [...titles].join(', ') || null,
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
