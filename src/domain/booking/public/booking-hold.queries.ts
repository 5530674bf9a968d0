import { Field, ObjectType } from 'type-graphql';
import { readRetryTime } from '../../../platform/database/attempt-limiter.js';
import type { Join } from '../../../platform/database/related-rows.js';
import { notFound } from '../../../platform/errors.js';
import { listCost } from '../../../platform/list-cost.js';
import { Instant } from '../../../platform/scalars.js';
import { maxVisitItems } from '../../availability/visit-slot.type.js';
import type { RequestContext } from '../../context.js';
import { Booking, BookingState } from '../booking.entity.js';
import { isOfPresentGuardian } from '../link/visiting-guardian.queries.js';
import { hasExpired, isResendToken } from '../states/booking-state.rules.js';
import { getVisit } from '../visits/visit.queries.js';
import { resendTokenOf } from './public-booking.actions.js';
import { isCodeShown, resendLimits } from './public-booking.rules.js';

/** A booking as the one sees it who made it and has not verified it yet. */
@ObjectType({
  simpleResolvers: true,
  description: 'A booking for the one who made it and is to enter its code.',
})
export class BookingHold {
  @Field(() => Booking, { description: 'The booking.' })
  booking!: Booking;

  @Field(() => [Booking], {
    complexity: listCost(maxVisitItems),
    description: 'The other bookings of its visit by time, which the same code verifies. Empty for a booking alone.',
  })
  others!: Booking[];

  @Field(() => Boolean, { description: 'Whether the time for the code is over, or the booking was given up.' })
  isOver!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'The email address or phone number that the visitor gave for the code. Null if none is sent.',
  })
  recipient!: string | null;

  @Field(() => Instant, {
    nullable: true,
    description:
      'When `resendVerificationCode` sends the code again: now or later. Null if it does not before the hold expires.',
  })
  resendableAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The code, if it is only for tries: in a sandbox, and in the demo account of a server that does not send it. Null otherwise.',
  })
  code!: string | null;
}

/**
 * Returns a booking for the one who made it, as the resend token proves. It contains nothing that this one did not
 * enter: neither the person, who may have existed before, nor the link.
 *
 * @throws DomainError NOT_FOUND for an unknown booking and for a wrong token
 */
export async function getBookingHold(
  context: RequestContext,
  id: number,
  token: string | null | undefined,
  joins: readonly Join[],
): Promise<BookingHold> {
  const booking = isResendToken(token ?? '', context.account, id)
    ? await context.db.loadWith(Booking, id, joins)
    : null;
  if (!booking) throw notFound();
  if (!(await isOfPresentGuardian(context.db, booking))) throw notFound();
  const now = context.clock.now();
  const { verificationMethod: method } = booking;
  const isResent = resendTokenOf(context, booking) !== null;
  const isAlone = booking.visitId === null || booking.state === BookingState.DELETED;
  const others = isAlone ? [] : (await getVisit(context, booking.visitId ?? id, joins)).bookings;
  return {
    booking,
    others: others.filter((other) => other.id !== id && other.personId === booking.personId),
    isOver: hasExpired(booking, now) || endedStates.includes(booking.state),
    recipient: booking.verificationRecipient,
    resendableAt: isResent ? await readResendTime(context, booking) : null,
    code: method !== null && isCodeShown(context, method) ? booking.verificationCode : null,
  };
}

const endedStates: readonly BookingState[] = [
  BookingState.VERIFICATION_EXPIRED,
  BookingState.CANCELLED,
  BookingState.DECLINED,
  BookingState.DELETED,
];

async function readResendTime(
  context: RequestContext,
  { id, expiresAt, verificationRecipient }: Booking,
): Promise<Date | null> {
  // The windows of the limits are in real time, and those of the booking on the clock of the account.
  const { serverClock, clock } = context;
  const now = serverClock.now();
  const retryAt = await readRetryTime(context, resendLimits(id, verificationRecipient ?? ''));
  const at = new Date(clock.now().getTime() + Math.max(0, (retryAt?.getTime() ?? 0) - now.getTime()));
  return expiresAt !== null && at >= expiresAt ? null : at;
}
