import { DomainError, type FieldErrors, invalid } from '../../errors.js';
import { hasErrors } from '../attributes.js';
import type { RequestContext } from '../context.js';
import { createBooking } from './booking.actions.js';
import type { Booking } from './booking.entity.js';
import { verifyBookingByCode } from './booking-state.actions.js';
import type { PublicBookingInput, PublicPersonInput } from './public-booking.input.js';

/**
 * Books by the rules for the public; verification, payment or confirmation by hand come first where they are asked for.
 *
 * @throws DomainError INVALID by attribute
 */
export function startPublicBooking(context: RequestContext, input: PublicBookingInput): Promise<Booking> {
  const unnamed = contactProblems(input.personAttributes ?? {});
  if (hasErrors(unnamed)) throw invalid({ person: ['is invalid'], personAttributes: unnamed });
  const options = { confirm: false, ignoreCapacity: false, addMessages: true, messages: {}, startsAtSlot: true };
  return createBooking(context, { ...input, publicBooking: true }, options);
}

/** A visitor's booking needs a name, and an address or a number at which the account can reach the visitor. */
function contactProblems({ name, email, phoneNumber }: PublicPersonInput): FieldErrors {
  return {
    ...(!name?.trim() && { name: ["can't be blank"] }),
    ...(!email?.trim() && !phoneNumber?.trim() && { email: ["can't be blank", 'or give a phone_number'] }),
  };
}

/**
 * Verifies by the code that was sent. Whoever does not know it learns nothing of the booking, not even that there is
 * one, or how far it has come.
 *
 * @throws DomainError INVALID on `verificationCode`
 */
export async function verifyPublicBooking(
  context: RequestContext,
  id: number,
  code: string | null | undefined,
): Promise<Booking> {
  try {
    return await verifyBookingByCode(context, id, code);
  } catch (error) {
    const tells = error instanceof DomainError && !('verificationCode' in error.fields);
    throw tells ? invalid({ verificationCode: ['is invalid'] }) : error;
  }
}
