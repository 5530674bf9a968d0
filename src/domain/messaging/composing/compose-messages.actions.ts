import { Booking, BookingState } from '../../booking/booking.entity.js';
import type { WantedMessage } from '../../booking/messages/message-choice.rules.js';
import { MessageRequest } from '../../booking/messages/message-request.entity.js';
import type { RequestContext } from '../../context.js';
import { calendarOf } from './calendar-file.rules.js';
import { accountAddress, composeMessage, personAddress, verificationAddress } from './compose-message.actions.js';
import { textOf } from './message-texts.rules.js';
import { localeOf, readToldBooking, type ToldBooking } from './message-values.rules.js';

/**
 * Makes the messages that a step of a booking has asked for, as the booking is now; safe to run again. Whoever cannot
 * be reached is not told (contract of messages to people).
 */
export function composeMessages(context: RequestContext, requestId: number): Promise<void> {
  return context.db.transaction(async (tx) => {
    const request = await tx.findLocked(MessageRequest, requestId);
    if (!request || request.composedAt) return;
    const booking = await tx.find(Booking, request.bookingId);
    if (!booking) return;
    const told = await readToldBooking(tx, booking);
    const here = { ...context, linkAddress: context.linkAddress || request.address };
    request.composedAt = context.clock.now();
    request.updatedAt = request.composedAt;
    for (const wanted of request.messages) {
      const recipient = recipientOf(here, told, wanted);
      if (recipient === undefined || isOver(wanted, booking)) continue;
      const locale =
        wanted.kind === 'notification' ? localeOf(null, here.account) : localeOf(told.person, here.account);
      await composeMessage(here, tx, told, {
        ...wanted,
        recipient,
        occasion: `request:${requestId}:${wanted.kind}:${wanted.channel}`,
        text: textOf(wanted, told.service, here.account, locale),
        locale,
        calendar: calendarOf(wanted.kind, here, told),
      });
    }
  });
}

function recipientOf(context: RequestContext, told: ToldBooking, { kind, channel }: WantedMessage): string | undefined {
  if (kind === 'notification') return accountAddress(context, channel);
  const code = kind === 'verification' ? verificationAddress(told, channel) : undefined;
  return code ?? personAddress(told, channel);
}

/** A code is of no use once the booking has gone on. */
function isOver({ kind }: WantedMessage, { state }: Booking): boolean {
  return kind === 'verification' && state !== BookingState.AWAITING_VERIFICATION;
}
