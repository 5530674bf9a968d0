import type { FieldErrors } from '../../errors.js';
import type { AccountTransaction } from '../../platform/database/account-database.js';
import { Person } from '../person/person.entity.js';
import { referenceProblems } from '../references.js';
import type { Booking } from './booking.entity.js';
import type { BookingInput } from './booking.input.js';

/** Ids that must be the account's own, beside those that a booking is placed by. There are no coupons to name yet. */
export async function bookingReferenceProblems(
  tx: AccountTransaction,
  booking: Booking,
  input: BookingInput,
): Promise<FieldErrors> {
  return {
    ...(await referenceProblems(tx, booking, input, { bookedByPersonId: Person })),
    ...((input.couponId ?? null) !== null && { couponId: ['does not exist'] }),
  };
}
