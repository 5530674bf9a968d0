import { Booking } from '../../booking/booking.entity.js';
import { recordRevision } from '../../booking/states/booking-revision.actions.js';
import type { RequestContext } from '../../context.js';
import { isWorkDue } from '../../work.rules.js';
import { MessageChannel } from '../delivery/message.entity.js';
import { readBookingDetails } from './booking-details.queries.js';
import { composeMessage, hasMessage, personAddress } from './compose-message.actions.js';
import { messageText } from './message-texts.rules.js';
import { messageLanguage } from './message-values.rules.js';

/**
 * Sends the reminder of a booking by SMS, or by email if the person has no phone number (spec, Bookings). Does nothing if
 * it is not due any more or the booking's `reminder_at` has changed since. Idempotent.
 *
 * @param reminderAt ISO 8601 in UTC
 */
export function sendReminder(context: RequestContext, bookingId: number, reminderAt: string): Promise<void> {
  return context.db.transaction(async (tx) => {
    const booking = await tx.findLocked(Booking, bookingId);
    const now = context.clock.now();
    if (booking?.reminderAt?.getTime() !== Date.parse(reminderAt) || !isWorkDue('reminder', booking, now)) return;
    const details = await readBookingDetails(tx, booking);
    const channel = personAddress(details, MessageChannel.SMS) ? MessageChannel.SMS : MessageChannel.EMAIL;
    const recipient = personAddress(details, channel);
    const deduplicationKey = `reminder:${reminderAt}`;
    if (recipient === undefined || (await hasMessage(tx, bookingId, deduplicationKey))) return;
    const language = messageLanguage(details.person, context.account);
    const text = messageText({ kind: 'reminder', channel }, details.service, context.account, language);
    booking.remindedAt = now;
    await recordRevision(context, tx, 'booking.modified', booking);
    await composeMessage(context, tx, details, {
      kind: 'reminder',
      channel,
      recipient,
      deduplicationKey,
      text,
      language,
    });
  });
}
