import { isHold } from '../../bookings/booking.rules.js';
import { deletedResourcesOf } from '../../bookings/booking-places.rules.js';
import type { BookingDetailsFragment as Booking } from '../../bookings/bookings.operations.js';

/** The bookings of a day, grouped by the work that they need. */
export interface Today {
  /** Confirmed bookings that are not over and whose people have not arrived, the next one first. */
  next: Booking[];
  /** Arrived and not over. */
  arrived: Booking[];
  /** Bookings of any day that await confirmation by the staff. */
  unconfirmed: Booking[];
  /** Holds of any day, the next to expire first. */
  holds: Booking[];
  /** Bookings of any day that have not ended and one of whose resources was deleted. They are in the other lists, too. */
  unplaced: Booking[];
}

/**
 * Sorts bookings into the lists of the view.
 *
 * @param now instant in milliseconds
 * @param end the end of the day, in milliseconds
 */
export function sortToday(bookings: Iterable<Booking>, now: number, end: number): Today {
  const today: Today = { next: [], arrived: [], unconfirmed: [], holds: [], unplaced: [] };
  for (const booking of bookings) {
    listOf(today, booking, now, end)?.push(booking);
    if (deletedResourcesOf(booking).length > 0 && Date.parse(booking.bookedTo) > now) today.unplaced.push(booking);
  }
  for (const list of [today.next, today.arrived, today.unconfirmed, today.unplaced])
    list.sort(by(({ bookedFrom }) => bookedFrom));
  today.holds.sort(by(({ expiresAt, bookedFrom }) => expiresAt ?? bookedFrom));
  return today;
}

function listOf(today: Today, booking: Booking, now: number, end: number): Booking[] | undefined {
  const { state, status, bookedFrom, bookedTo, expiresAt } = booking;
  if (isHold(booking)) return expiresAt !== null && Date.parse(expiresAt) <= now ? undefined : today.holds;
  const isOver = Date.parse(bookedTo) <= now;
  if (state === 'AWAITING_CONFIRMATION') return isOver ? undefined : today.unconfirmed;
  if (state !== 'CONFIRMED' || isOver || Date.parse(bookedFrom) >= end) return undefined;
  if (status === null) return today.next;
  return status === 'CHECKED_IN' || status === 'IN_PROGRESS' ? today.arrived : undefined;
}

function by(keyOf: (booking: Booking) => string) {
  return (one: Booking, other: Booking): number =>
    Date.parse(keyOf(one)) - Date.parse(keyOf(other)) || one.id - other.id;
}

/** `19:05` for the time until an instant, at least `0:00`. @param now in milliseconds */
export function countdown(instant: string, now: number): string {
  const seconds = Math.max(0, Math.ceil((Date.parse(instant) - now) / 1_000));
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)];
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  const rest = `${twoDigits(minutes)}:${twoDigits(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest.replace(/^0/, '');
}
