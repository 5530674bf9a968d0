import {
  countAttempt,
  countAttemptSequentially,
  decrementAttempts,
} from '../../../platform/database/attempt-limiter.js';
import { DomainError, type FieldErrors, hasErrors, invalid, rejectIfAny } from '../../../platform/errors.js';
import { codeKey } from '../../../platform/text.js';
import type { Clock } from '../../../platform/time/clock.js';
import { refreshCalendars } from '../../calendar-source/refresh-calendars.actions.js';
import { isVisitor, type RequestContext } from '../../context.js';
import { limitCouponGuesses } from '../../coupon/coupon-use.actions.js';
import { validateVisitorChoice } from '../../provider/visitor-choice.actions.js';
import { validateName } from '../../text/contact-details.js';
import { guardianOf, requireVisitor } from '../../visitor-session/visitor-session.actions.js';
import { Booking } from '../booking.entity.js';
import { visitingGuardian } from '../link/booking-link.rules.js';
import { isOfPresentGuardian } from '../link/visiting-guardian.queries.js';
import { canNotifyPerson } from '../messages/message-choice.rules.js';
import { requestCode } from '../messages/request-messages.actions.js';
import { type CreationOptions, createBooking, type ProvedAddress } from '../placing/create-bookings.actions.js';
import { lockBooking } from '../states/booking-lock.actions.js';
import { requireTransition, verifyBookingByCode, verifyBookingWithoutLimit } from '../states/booking-state.actions.js';
import { canTransition, createResendToken, isResendToken } from '../states/booking-state.rules.js';
import type { PublicBookingInput, PublicPersonInput } from './public-booking.input.js';
import { guessLimits, networkLimit, removeUrls, resendLimits } from './public-booking.rules.js';

/**
 * Creates a booking by the public rules. It first needs verification, payment or manual confirmation if the account or
 * the service requires them.
 *
 * @throws DomainError INVALID by attribute; UNAUTHENTICATED if it names a person and the session has ended; RateLimitError
 *   after too many bookings or refused coupon codes
 */
export async function startPublicBooking(context: RequestContext, given: PublicBookingInput): Promise<Booking> {
  const { personId, ...input } = given;
  if (typeof personId !== 'number' || !mayNamePeople(context)) return bookForGivenPerson(context, input);
  const { proved, bookerOf } = await readBooker(context);
  return book(context, { ...given, personAttributes: null, bookedByPersonId: bookerOf(personId), proved });
}

/** Whether ids of people are read: of a visitor without a session they are ignored. */
export function mayNamePeople(context: RequestContext): boolean {
  return !isVisitor(context) || context.visitorToken !== undefined;
}

/** The one who books for people whose ids are given. */
interface Booker {
  proved?: ProvedAddress;
  /**
   * Returns the guardian who books for a person; undefined for a person who books itself.
   *
   * @throws DomainError INVALID on `personId` if the visitor may not book for the person
   */
  bookerOf(personId: number): number | undefined;
}

/** Reads the session of a visitor. With an API key, anybody may be named. @throws DomainError UNAUTHENTICATED */
export async function readBooker(context: RequestContext): Promise<Booker> {
  if (!isVisitor(context)) return { bookerOf: () => undefined };
  const visitor = await requireVisitor(context, undefined);
  const { address } = visitor;
  const bookerOf = (personId: number): number | undefined => {
    if (!visitor.personIds.includes(personId)) throw invalid({ personId: ['does not exist'] });
    return guardianOf(visitor, personId);
  };
  return { proved: { address, method: address.includes('@') ? 'email' : 'sms' }, bookerOf };
}

async function bookForGivenPerson(context: RequestContext, given: PublicBookingInput): Promise<Booking> {
  const { personAttributes, errors } = checkedVisitor(given.personAttributes);
  if (hasErrors(errors)) throw invalid({ person: ['is invalid'], personAttributes: errors });
  return book(context, { ...given, personAttributes });
}

/** The options with which a visitor creates bookings. @param proved the address that it has proved; undefined for none */
export function optionsOfVisitor(proved: CreationOptions['proved']): CreationOptions {
  return { confirm: false, ignoreCapacity: false, addMessages: true, messages: {}, startsAtSlot: true, proved };
}

async function book(
  context: RequestContext,
  { proved, ...given }: PublicBookingInput & Pick<Booker, 'proved'> & { bookedByPersonId?: number | undefined },
): Promise<Booking> {
  rejectIfAny(await validateVisitorChoice(context, given));
  await refreshCalendars(context, given);
  const input = { ...given, publicBooking: true };
  const booking = await limitCouponGuesses(context, given, () =>
    createBooking(context, input, optionsOfVisitor(proved)),
  );
  booking.linkGuardianId = visitingGuardian(booking);
  return booking;
}

/** Returns the person of a visitor without URLs in the name, with the errors of the attributes. */
export function checkedVisitor(given: PublicPersonInput | null | undefined): {
  personAttributes: PublicPersonInput;
  errors: FieldErrors;
} {
  const { name, ...contact } = given ?? {};
  const personAttributes = { ...contact, ...(name && { name: removeUrls(name) }) };
  return { personAttributes, errors: { ...validateContact(personAttributes), ...validateName(name) } };
}

/** A visitor's booking needs a name, and an email address or a phone number. */
function validateContact({ name, email, phoneNumber }: PublicPersonInput): FieldErrors {
  return {
    ...(!name?.trim() && { name: ["can't be blank"] }),
    ...(!email?.trim() && !phoneNumber?.trim() && { email: ["can't be blank", 'or give a phone_number'] }),
  };
}

/**
 * Verifies a booking by its code. Without the right code, the response reveals neither whether the booking exists nor
 * its state.
 *
 * Wrong codes of visitors are limited by client network: 5 per booking in a day, and 20 in an hour for all bookings. So
 * an attacker can't block another visitor's booking. All networks together are limited to 50 wrong codes per booking in
 * a day. These limits do not affect the private API or the link that was sent.
 *
 * @throws DomainError INVALID on `verificationCode`; RateLimitError
 */
export async function verifyPublicBooking(
  context: RequestContext,
  id: number,
  code: string | null | undefined,
): Promise<Booking> {
  if (!code?.trim()) throw invalid({ verificationCode: ["can't be blank"] });
  if (isVisitor(context)) await requirePresentGuardian(context, id);
  const limits = isVisitor(context) ? guessLimits(context, id) : undefined;
  if (limits) await countAttempt(context, limits.byNetwork);
  try {
    if (!limits) return await verifyBookingByCode(context, id, code);
    await countAttemptSequentially(context, limits.ofBooking);
    const booking = await verifyBookingWithoutLimit(context, id, codeKey(code));
    await decrementAttempts(context, [...limits.byNetwork, ...limits.ofBooking]);
    return booking;
  } catch (error) {
    const wouldReveal = error instanceof DomainError && !('verificationCode' in error.fields);
    throw wouldReveal ? invalid({ verificationCode: ['is invalid'] }) : error;
  }
}

/** @throws DomainError INVALID on `verificationCode`, as for a wrong code, if a guardian made the booking who was removed */
async function requirePresentGuardian({ db }: RequestContext, id: number): Promise<void> {
  const booking = await db.load(Booking, id);
  if (booking && !(await isOfPresentGuardian(db, booking))) throw invalid({ verificationCode: ['is invalid'] });
}

type Hold = Pick<Booking, 'id' | 'state' | 'expiresAt' | 'personId' | 'serviceId' | 'verificationRecipient'>;

/** Returns the token with which the code of a hold is sent again; null for a booking without a code to send. */
export function resendTokenOf(
  { account, clock }: { account: { linkSecret: string }; clock: Clock },
  booking: Hold,
): string | null {
  const isSent = canNotifyPerson(booking) && booking.verificationRecipient !== null;
  return isSent && canTransition('verify', booking, clock.now()) ? createResendToken(account, booking.id) : null;
}

/**
 * Sends the code of a hold again, by the same channel to the same recipient. An unknown booking is refused like a wrong
 * token. A refused attempt sends nothing and does not count against the limits of the booking and its recipient.
 *
 * @throws DomainError INVALID on `resendToken`, or on `state` if the booking awaits no code; RateLimitError
 */
export async function resendVerificationCode(
  context: RequestContext,
  id: number,
  token: string | null | undefined,
): Promise<void> {
  if (!token?.trim()) throw invalid({ resendToken: ["can't be blank"] });
  if (isVisitor(context)) await countAttempt(context, [networkLimit(context)]);
  if (!isResendToken(token, context.account, id)) throw invalid({ resendToken: ['is invalid'] });
  await context.db.transaction(async (tx) => {
    const { booking, now } = await lockBooking(context, tx, id);
    if (!(await isOfPresentGuardian(tx, booking))) throw invalid({ resendToken: ['is invalid'] });
    requireTransition('verify', { booking, now });
    const { verificationRecipient: recipient } = booking;
    if (!canNotifyPerson(booking) || recipient === null) throw invalid({ state: ['has no code that was sent'] });
    await countAttempt({ ...context, db: tx }, resendLimits(id, recipient));
    await requestCode(context, tx, booking);
  });
}
