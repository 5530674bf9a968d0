import { Booking, BookingState } from '../../booking/booking.entity.js';
import { goesToAccount, type SelectedMessage } from '../../booking/messages/message-choice.rules.js';
import { MessageRequest } from '../../booking/messages/message-request.entity.js';
import type { RequestContext } from '../../context.js';
import { isWorkDue } from '../../work.rules.js';
import { accountAddress } from '../delivery/message-queue.actions.js';
import { type BookingDetails, readBookingDetails } from './booking-details.queries.js';
import { createCalendarFile } from './calendar-file.rules.js';
import { composeMessage, personAddress, verificationAddress } from './compose-message.actions.js';
import { messageText } from './message-texts.rules.js';
import { messageLanguage } from './message-values.rules.js';

/**
 * Composes the requested messages from the booking's current state. Skips recipients without an address (contract of
 * messages to people). Idempotent.
 */
export function composeMessages(context: RequestContext, requestId: number): Promise<void> {
  return context.db.transaction(async (tx) => {
    const request = await tx.findLocked(MessageRequest, requestId);
    const now = context.clock.now();
    if (!request || !isWorkDue('message_request', request, now)) return;
    const booking = await tx.find(Booking, request.bookingId);
    if (!booking) return;
    const details = await readBookingDetails(tx, booking);
    request.composedAt = now;
    for (const message of request.messages) {
      const recipient = recipientOf(context, details, message);
      if (recipient === undefined || isObsolete(message, booking)) continue;
      const language = goesToAccount(message.kind)
        ? messageLanguage(null, context.account)
        : messageLanguage(details.person, context.account);
      await composeMessage(context, tx, details, {
        ...message,
        recipient,
        deduplicationKey: `request:${requestId}:${message.kind}:${message.channel}`,
        text: messageText(message, details.service, context.account, language),
        language,
        calendar: createCalendarFile(message.kind, context, details),
      });
    }
    await tx.save(request, now);
  });
}

function recipientOf(
  context: RequestContext,
  details: BookingDetails,
  { kind, channel }: SelectedMessage,
): string | undefined {
  if (goesToAccount(kind)) return accountAddress(context, channel);
  const code = kind === 'verification' ? verificationAddress(details, channel) : undefined;
  return code ?? personAddress(details, channel);
}

/** A verification code is of no use once the booking has left its first state. */
function isObsolete({ kind }: SelectedMessage, { state }: Booking): boolean {
  return kind === 'verification' && state !== BookingState.AWAITING_VERIFICATION;
}
