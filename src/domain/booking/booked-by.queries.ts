import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { FieldErrors } from '../../platform/errors.js';
import { Person } from '../person/person.entity.js';
import type { Booking } from './booking.entity.js';
import type { BookingInput } from './booking.input.js';

/**
 * Checks the person who books for another, if the input names a new one: an active person of the account who is not
 * blocked. The other ids are checked where the booking is placed and sold.
 */
export async function bookedByProblems(
  tx: AccountTransaction,
  booking: Booking,
  { bookedByPersonId: id }: Pick<BookingInput, 'bookedByPersonId'>,
): Promise<FieldErrors> {
  if (id === null || id === undefined || id === booking.bookedByPersonId) return {};
  const [person] = await tx.rows(Person, { id, active: true }, { limit: 1 });
  if (!person) return { bookedByPersonId: ['does not exist'] };
  return person.blocked ? { person: ['is blocked'] } : {};
}
