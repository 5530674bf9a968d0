import { createHmac } from 'node:crypto';
import { isSameSecret, randomDigits } from '../../../platform/secrets.js';
import type { VerificationMethod } from '../../account/account.entity.js';
import { AccountVerification, toVerification } from '../../account/account-choices.rules.js';
import { BookingState, holdStates, ongoingStates } from '../../booking-states.js';

const {
  AWAITING_VERIFICATION,
  AWAITING_PAYMENT,
  AWAITING_CONFIRMATION,
  CONFIRMED,
  CANCELLED,
  DELETED,
  VERIFICATION_EXPIRED,
} = BookingState;

/** The error of a change that a charged fee forbids. It must be waived first. */
export const feeIsCharged = "can't be changed after a fee was charged";

/** The default duration of a hold in minutes. */
export const defaultHoldMinutes = 20;

/** The state of a booking, from an entity or from a row. */
interface Hold {
  state: BookingState;
  expiresAt: Date | null;
}

export function isHold(state: BookingState): boolean {
  return holdStates.includes(state);
}

/** Whether a booking is a hold whose time has passed, even if the background job has not yet expired it. */
export function hasExpired({ state, expiresAt }: Hold, now: Date): boolean {
  return isHold(state) && expiresAt !== null && expiresAt <= now;
}

/** Whether a booking in that state still owns its coupon and order. A hold does until its state changes to expired. */
export function isOngoing(state: BookingState): boolean {
  return ongoingStates.includes(state);
}

/** Whether a booking takes capacity now. */
export function isActive(booking: Hold, now: Date): boolean {
  return isOngoing(booking.state) && !hasExpired(booking, now);
}

/** Whether a booking takes capacity now and does not await its verification. */
export function isVerified(booking: Hold, now: Date): boolean {
  return isActive(booking, now) && booking.state !== AWAITING_VERIFICATION;
}

interface Requirements {
  needsVerification: boolean;
  needsPayment: boolean;
  needsConfirmation: boolean;
}

/** The initial state of a booking that is not confirmed at once. */
export function initialState(requirements: Requirements): BookingState {
  return requirements.needsVerification ? AWAITING_VERIFICATION : stateAfterVerification(requirements);
}

export function stateAfterVerification(requirements: Omit<Requirements, 'needsVerification'>): BookingState {
  return requirements.needsPayment ? AWAITING_PAYMENT : stateAfterPayment(requirements);
}

export function stateAfterPayment({ needsConfirmation }: Pick<Requirements, 'needsConfirmation'>): BookingState {
  return needsConfirmation ? AWAITING_CONFIRMATION : CONFIRMED;
}

/** The state of a booking that its person moves by its link. Staff confirm the new time as they confirmed the old one. */
export function stateAfterMove(
  state: BookingState,
  requirements: Pick<Requirements, 'needsConfirmation'>,
): BookingState {
  return state === CONFIRMED ? stateAfterPayment(requirements) : state;
}

export type Transition = 'verify' | 'confirm' | 'decline' | 'cancel' | 'delete';

/** Whether the state of a booking allows the transition (spec, States and transitions). */
export function canTransition(transition: Transition, booking: Hold, now: Date): boolean {
  switch (transition) {
    case 'verify':
      return booking.state === AWAITING_VERIFICATION && !hasExpired(booking, now);
    case 'confirm':
    case 'decline':
      return booking.state === AWAITING_CONFIRMATION;
    case 'cancel':
      return isActive(booking, now);
    case 'delete':
      return booking.state !== DELETED;
  }
}

/** The state of a hold that was not verified or paid in time. */
export function stateAfterExpiry(state: BookingState): BookingState {
  return state === AWAITING_PAYMENT ? CANCELLED : VERIFICATION_EXPIRED;
}

/** The number of wrong codes after which the private API rejects every code of a booking. */
export const maxWrongCodes = 5;

/** Creates a code of six digits. */
export function createVerificationCode(): string {
  return randomDigits(6);
}

/**
 * Returns the token of a hold that proves that its holder made it: its code is sent again only with the token, so that
 * nobody makes this server send messages to strangers by guessing ids. It reveals neither the code nor the booking's link.
 */
export function createResendToken({ linkSecret }: { linkSecret: string }, bookingId: number): string {
  return createHmac('sha256', linkSecret).update(`resend-code:${bookingId}`).digest('base64url').slice(0, 22);
}

export function isResendToken(token: string, account: { linkSecret: string }, bookingId: number): boolean {
  return isSameSecret(token, createResendToken(account, bookingId));
}

/** Returns how the account verifies holds; undefined if it does not. */
export function toVerificationMethod(account: { verificationMethod: number }): VerificationMethod | undefined {
  const verification = toVerification(account.verificationMethod);
  return verification === AccountVerification.NONE ? undefined : verification;
}
