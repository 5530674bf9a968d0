import { epochOf } from '../../platform/time/instant-input.js';
import { BookingState, holdStates, ongoingStates } from '../booking-states.js';

const {
  AWAITING_VERIFICATION,
  AWAITING_PAYMENT,
  AWAITING_CONFIRMATION,
  CONFIRMED,
  CANCELLED,
  DELETED,
  VERIFICATION_EXPIRED,
} = BookingState;

/** How long a hold lasts unless said, in minutes. */
export const defaultHoldMinutes = 20;

/** As an entity or as a row. */
interface Hold {
  state: BookingState;
  expiresAt: Date | string | null;
}

export function isHold(state: BookingState): boolean {
  return holdStates.includes(state);
}

/** A hold whose time has passed, whether or not the background task has said so. */
export function hasExpired({ state, expiresAt }: Hold, now: Date): boolean {
  return isHold(state) && expiresAt !== null && epochOf(expiresAt) <= now.getTime();
}

/** Whether a booking in that state still has what it took: of a hold, until it is said to have expired. */
export function isOngoing(state: BookingState): boolean {
  return ongoingStates.includes(state);
}

/** Whether a booking takes capacity: the truth at the time of reading. */
export function isActive(booking: Hold, now: Date): boolean {
  return isOngoing(booking.state) && !hasExpired(booking, now);
}

interface Requirements {
  needsVerification: boolean;
  needsPayment: boolean;
  needsConfirmation: boolean;
}

/** The state in which a booking begins that was not confirmed at once. */
export function initialState(requirements: Requirements): BookingState {
  return requirements.needsVerification ? AWAITING_VERIFICATION : stateAfterVerification(requirements);
}

export function stateAfterVerification(requirements: Omit<Requirements, 'needsVerification'>): BookingState {
  return requirements.needsPayment ? AWAITING_PAYMENT : stateAfterPayment(requirements);
}

export function stateAfterPayment({ needsConfirmation }: Pick<Requirements, 'needsConfirmation'>): BookingState {
  return needsConfirmation ? AWAITING_CONFIRMATION : CONFIRMED;
}

export type Transition = 'verify' | 'confirm' | 'decline' | 'cancel' | 'delete' | 'expire';

/** Whether a booking in that state may take the step (spec, States and transitions; all others are an error on state). */
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
    case 'expire':
      return hasExpired(booking, now);
  }
}

/** What a hold becomes when nobody verified or paid it in time. */
export function stateAfterExpiry(state: BookingState): BookingState {
  return state === AWAITING_PAYMENT ? CANCELLED : VERIFICATION_EXPIRED;
}
