import { nameKey } from '../../../platform/text.js';
import { PersonOverlaps } from '../../account/account-choices.rules.js';
import { isVisitor, type RequestContext } from '../../context.js';
import type { Booking } from '../booking.entity.js';

/** The error on `bookedFrom` of a booking whose person has another one at that time. It does not say which. */
export const hasOtherBooking = 'is when the person has another booking';

/** Whether a booking is refused if its person has another one at that time: those of visitors, or by their rules. */
export function refusesOverlaps(context: RequestContext, isPublic: boolean): boolean {
  return context.account.personOverlaps === PersonOverlaps.REFUSE && (isPublic || isVisitor(context));
}

/** Whose booking it is, where and when. */
export type Whereabouts = Pick<Booking, 'id' | 'bookedForName' | 'resourceId' | 'bookedFrom' | 'bookedTo'>;

/**
 * Whether two bookings of a person are in two places at once. Several places with one resource are not, such as those of a
 * class, nor are bookings for people who share the address of the person.
 */
export function areInTwoPlaces(one: Whereabouts, other: Whereabouts): boolean {
  return (
    one.id !== other.id &&
    one.resourceId !== other.resourceId &&
    one.bookedFrom < other.bookedTo &&
    other.bookedFrom < one.bookedTo &&
    nameKey(one.bookedForName ?? '') === nameKey(other.bookedForName ?? '')
  );
}
