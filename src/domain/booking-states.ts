import { describeEnum } from '../platform/described-enum.js';

export enum BookingState {
  AWAITING_VERIFICATION = 'awaiting_verification',
  VERIFICATION_EXPIRED = 'verification_expired',
  AWAITING_PAYMENT = 'awaiting_payment',
  AWAITING_CONFIRMATION = 'awaiting_confirmation',
  CONFIRMED = 'confirmed',
  DECLINED = 'declined',
  CANCELLED = 'cancelled',
  DELETED = 'deleted',
}
describeEnum(BookingState, 'BookingState', 'The state of a booking.', {
  AWAITING_VERIFICATION: 'It is held until it is verified or expires.',
  VERIFICATION_EXPIRED: 'The hold expired before it was verified or paid.',
  AWAITING_PAYMENT: 'It is held until it, or its deposit, is paid, or it expires.',
  AWAITING_CONFIRMATION: 'Staff must confirm or decline it.',
  CONFIRMED: 'It is confirmed.',
  DECLINED: 'Staff declined it.',
  CANCELLED: 'It was cancelled.',
  DELETED: 'It was deleted. It can be read by id and in lists with the scope `ALL`.',
});

/** The active states that end by themselves, at `expires_at`. */
export const holdStates: readonly BookingState[] = [BookingState.AWAITING_VERIFICATION, BookingState.AWAITING_PAYMENT];

/** The active states without an end. */
export const permanentStates: readonly BookingState[] = [BookingState.AWAITING_CONFIRMATION, BookingState.CONFIRMED];

/**
 * The states in which a booking can take capacity. A hold whose time has passed takes none, but stays in its state until a
 * job expires it.
 */
export const ongoingStates: readonly BookingState[] = [...holdStates, ...permanentStates];

/**
 * The states as a list of SQL literals, for `state in (…)`. Literals, because PostgreSQL uses an index of ongoing
 * bookings only if the statement itself contains the condition of the index.
 */
export const sqlStates = {
  hold: literals(holdStates),
  permanent: literals(permanentStates),
  ongoing: literals(ongoingStates),
} as const;

function literals(states: readonly BookingState[]): string {
  return states.map((state) => `'${state}'`).join(', ');
}

/**
 * Returns an SQL condition: whether a row of `booking` is active, that is confirmed, awaiting it, or a hold that has not
 * expired. Figures of people count only active bookings. Most bookings are confirmed, so that is tested first: the scan of
 * 1,000,000 takes 0.24 s of CPU time instead of 0.28.
 *
 * @param now SQL of the current time
 */
export function activeBookingSql(now: string): string {
  const { CONFIRMED } = BookingState;
  return `(booking.state = '${CONFIRMED}' or is_active_booking(booking.state, booking.expires_at, ${now}))`;
}

/**
 * Returns an SQL condition: whether a row of `booking` is of the account and of a person. A range, so that only the index
 * of the bookings of people has the order of `person_id` and `booked_from`: with `=`, the planner without statistics may
 * read all bookings of the account in their order for each person.
 *
 * @param id SQL of the id of the person
 */
export function bookingOfPersonSql(id: string): string {
  return `booking.account_id = $1 and booking.person_id between ${id} and ${id}`;
}
