import type { FieldErrors } from '../../platform/errors.js';
import type { PeopleReader } from '../person/people-reader.queries.js';
import type { Booking } from './booking.entity.js';
import type { BookingInput } from './booking.input.js';

/**
 * Checks that a new `bookedByPersonId` belongs to an active person who is not blocked. The other ids of a booking are
 * checked by its placement and its sale.
 */
export async function validateBookedBy(
  people: PeopleReader,
  booking: Booking,
  { bookedByPersonId: id }: Pick<BookingInput, 'bookedByPersonId'>,
): Promise<FieldErrors> {
  if (id === null || id === undefined || id === booking.bookedByPersonId) return {};
  const person = await people.find(id);
  if (!person?.active) return { bookedByPersonId: ['does not exist'] };
  return person.blocked ? { person: ['is blocked'] } : {};
}
