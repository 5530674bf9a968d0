import type { FieldErrors } from '../../errors.js';
import type { AccountTransaction } from '../../platform/database/account-database.js';
import { Person } from '../person/person.entity.js';
import { referenceProblems } from '../references.js';
import type { Booking } from './booking.entity.js';
import type { BookingInput } from './booking.input.js';

/** Ids that must be the account's own, beside those that a booking is placed and sold by. */
export async function bookingReferenceProblems(
  tx: AccountTransaction,
  booking: Booking,
  input: BookingInput,
): Promise<FieldErrors> {
  return referenceProblems(tx, booking, input, { bookedByPersonId: Person });
}
