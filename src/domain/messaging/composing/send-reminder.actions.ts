import { Booking } from '../../booking/booking.entity.js';
import { recordRevision } from '../../booking/booking-revision.js';
import { isActive } from '../../booking/booking-state.rules.js';
import { tellsPerson } from '../../booking/messages/message-choice.rules.js';
import type { RequestContext } from '../../context.js';
import { MessageChannel } from '../delivery/message.entity.js';
import { composeMessage, isTold, personAddress } from './compose-message.actions.js';
import { textOf } from './message-texts.rules.js';
import { localeOf, readToldBooking } from './message-values.rules.js';

/**
 * Reminds of an active booking by SMS, or by email whoever has no phone (spec, Bookings). Does nothing when that was
 * done, or `reminder_at` is no longer the time that this is for; safe to run again.
 *
 * @param reminderAt ISO 8601 in UTC
 */
export function sendReminder(context: RequestContext, bookingId: number, reminderAt: string): Promise<void> {
  return context.db.transaction(async (tx) => {
    const booking = await tx.findLocked(Booking, bookingId);
    if (!booking || booking.reminderAt?.getTime() !== Date.parse(reminderAt) || booking.remindedAt) return;
    const now = context.clock.now();
    if (!isActive(booking, now) || booking.bookedTo <= now || !tellsPerson(booking)) return;
    const told = await readToldBooking(tx, booking);
    const channel = personAddress(told, MessageChannel.SMS) ? MessageChannel.SMS : MessageChannel.EMAIL;
    const recipient = personAddress(told, channel);
    const occasion = `reminder:${reminderAt}`;
    if (recipient === undefined || (await isTold(tx, bookingId, occasion))) return;
    const locale = localeOf(told.person, context.account);
    const text = textOf({ kind: 'reminder', channel }, told.service, context.account, locale);
    booking.remindedAt = now;
    await recordRevision(context, tx, 'booking.modified', booking);
    await composeMessage(context, tx, told, { kind: 'reminder', channel, recipient, occasion, text, locale });
  });
}
