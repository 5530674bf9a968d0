import type { Stored } from '../../../platform/database/rows.js';
import { invalid } from '../../../platform/errors.js';
import type { Clock } from '../../../platform/time/clock.js';
import { countAttempt } from '../../attempt-limiter.js';
import { isVisitor, type RequestContext } from '../../context.js';
import type { Booking } from '../booking.entity.js';
import { canNotifyPerson } from '../messages/message-choice.rules.js';
import { requestCode } from '../messages/request-messages.actions.js';
import { lockBooking } from '../states/booking-lock.actions.js';
import { requireTransition } from '../states/booking-state.actions.js';
import { canTransition } from '../states/booking-state.rules.js';
import { createResendToken, isResendToken } from '../states/verification.rules.js';
import { networkLimit, resendLimits } from './public-booking-limits.rules.js';

type Hold = Pick<Stored<Booking>, 'id' | 'state' | 'expiresAt' | 'personId' | 'serviceId' | 'verificationRecipient'>;

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
    requireTransition('verify', { booking, now });
    const { verificationRecipient: recipient } = booking;
    if (!canNotifyPerson(booking) || recipient === null) throw invalid({ state: ['has no code that was sent'] });
    await countAttempt({ ...context, db: tx }, resendLimits(id, recipient));
    await requestCode(context, tx, booking);
  });
}
