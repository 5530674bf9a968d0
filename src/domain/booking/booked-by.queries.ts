import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { FieldErrors } from '../../platform/errors.js';
import { Person } from '../person/person.entity.js';
import type { Booking } from './booking.entity.js';
import type { BookingInput } from './booking.input.js';

/**
 * Checks that a new `bookedByPersonId` belongs to an active person who is not blocked. The other ids of a booking are
 * checked by its placement and its sale.
 */
export async function validateBookedBy(
  tx: AccountTransaction,
  booking: Booking,
  { bookedByPersonId: id }: Pick<BookingInput, 'bookedByPersonId'>,
): Promise<FieldErrors> {
  if (id === null || id === undefined || id === booking.bookedByPersonId) return {};
  const [person] = await tx.rows(Person, { id, active: true }, { limit: 1 });
  if (!person) return { bookedByPersonId: ['does not exist'] };
  return person.blocked ? { person: ['is blocked'] } : {};
}
