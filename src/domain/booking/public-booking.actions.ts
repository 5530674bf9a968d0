import { DomainError, type FieldErrors, invalid } from '../../platform/errors.js';
import { countAttempt, countAttemptSequentially, decrementAttempts } from '../attempt-limiter.js';
import { hasErrors } from '../attributes.js';
import { isVisitor, type RequestContext } from '../context.js';
import { createBooking } from './booking.actions.js';
import type { Booking } from './booking.entity.js';
import { verifyBookingByCode, verifyBookingWithoutLimit } from './booking-state.actions.js';
import type { PublicBookingInput, PublicPersonInput } from './public-booking.input.js';
import { guessLimits } from './public-booking-limits.rules.js';
import { visitorNameProblems, withoutUrls } from './visitor-name.rules.js';

/**
 * Books by the rules for the public; verification, payment or confirmation by hand come first where they are asked for.
 *
 * @throws DomainError INVALID by attribute
 */
export function startPublicBooking(context: RequestContext, given: PublicBookingInput): Promise<Booking> {
  const { name, ...contact } = given.personAttributes ?? {};
  const input = { ...given, personAttributes: { ...contact, ...(name && { name: withoutUrls(name) }) } };
  const personErrors = { ...contactProblems(input.personAttributes), ...visitorNameProblems(name) };
  if (hasErrors(personErrors)) throw invalid({ person: ['is invalid'], personAttributes: personErrors });
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
 * Verifies by the code that was sent. Without it nobody learns anything of the booking, not even that it exists or how
 * far it has come.
 *
 * A visitor's wrong codes are counted by their network first: after 5 for a booking it takes none of theirs any more, and
 * after 20 in an hour for all bookings they have to wait. So a stranger cannot void somebody else's booking, and 50
 * wrong codes in a day from all networks together end what many of them could guess. They do not count on the private
 * API, and the link that was sent works whatever was guessed.
 *
 * @throws DomainError INVALID on `verificationCode`; RateLimitError
 */
export async function verifyPublicBooking(
  context: RequestContext,
  id: number,
  code: string | null | undefined,
): Promise<Booking> {
  if (!code?.trim()) throw invalid({ verificationCode: ["can't be blank"] });
  const limits = isVisitor(context) ? guessLimits(context, id) : undefined;
  if (limits) await countAttempt(context, limits.byNetwork);
  try {
    if (!limits) return await verifyBookingByCode(context, id, code);
    await countAttemptSequentially(context, limits.ofBooking);
    const booking = await verifyBookingWithoutLimit(context, id, code.trim());
    await decrementAttempts(context, [...limits.byNetwork, ...limits.ofBooking]);
    return booking;
  } catch (error) {
    const wouldReveal = error instanceof DomainError && !('verificationCode' in error.fields);
    throw wouldReveal ? invalid({ verificationCode: ['is invalid'] }) : error;
  }
}
