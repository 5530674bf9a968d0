import type { Language } from '../../../platform/language.js';
import type { Booking } from '../../booking/booking.entity.js';
import { LeftOutReason, leftOutReasonOf } from '../../recurrence/left-out-reasons.rules.js';
import type { LeftOutInterval } from '../../recurrence/recurrence.entity.js';

/** The dates of a series that a message is about. */
export interface SeriesDetails<Date = Booking> {
  /** By time. */
  bookings: readonly Date[];
  /** The dates that were not booked, by time. */
  leftOut: readonly LeftOutInterval[];
}

/** The number of dates that templates read, of those that were booked and of those that were left out. */
const maxDates = 100;

/** What a person is told of a date that was left out. */
const reasonTexts: Record<Language, Record<LeftOutReason, string>> = {
  en: {
    taken: 'the time was already taken',
    closed: 'closed at that time',
    full: 'no place was left',
    limit: 'as many bookings as are allowed',
    other: 'not possible',
  },
  sv: {
    taken: 'tiden var redan upptagen',
    closed: 'stängt vid den tiden',
    full: 'ingen plats var ledig',
    limit: 'så många bokningar som är tillåtna',
    other: 'inte möjligt',
  },
  nb: {
    taken: 'tiden var allerede opptatt',
    closed: 'stengt på det tidspunktet',
    full: 'ingen plass var ledig',
    limit: 'så mange bestillinger som er tillatt',
    other: 'ikke mulig',
  },
};

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
      reason: reasonTexts[language][leftOutReasonOf(one)],
    })),
    left_out_more: leftOut.length - refused.length,
  };
}
