import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import { languageOf, ownWordingFor } from '../../../platform/language.js';
import { Booking, BookingState } from '../../booking/booking.entity.js';
import { goesToAccount, type SelectedMessage } from '../../booking/messages/message-choice.rules.js';
import { MessageRequest } from '../../booking/messages/message-request.entity.js';
import { recordRevision } from '../../booking/states/booking-revision.actions.js';
import { isActive } from '../../booking/states/booking-state.rules.js';
import type { RequestContext } from '../../context.js';
import { isWorkDue } from '../../work.rules.js';
import { MessageChannel } from '../delivery/message.entity.js';
import { accountAddress } from '../delivery/message-queue.actions.js';
import {
  addressMessage,
  type BookingDetails,
  composeMessage,
  createCalendarFile,
  detailsFor,
  hasMessage,
  languageFor,
  type Recipient,
  readBookingDetails,
  readRequestDetails,
  readSeriesDetails,
  recipientsOf,
  verificationAddress,
  verificationRecipient,
} from './compose-message.actions.js';
import { requestKey } from './message-request-key.rules.js';
import { messageText } from './message-texts.rules.js';
import { messageLanguage } from './message-values.rules.js';
import { type PlannedMessage, planSeriesConfirmations } from './planned-messages.actions.js';

/**
 * Composes the requested messages from the booking's current state. Skips recipients without an address (contract of
 * messages to people). Idempotent.
 *
 * @returns the messages of templates that a new series will send
 */
export function composeMessages(context: RequestContext, requestId: number): Promise<PlannedMessage[]> {
  return context.db.transaction(async (tx) => {
    const request = await tx.findLocked(MessageRequest, requestId);
    const now = context.clock.now();
    if (!request || !isWorkDue('message_request', request, now)) return [];
    const details = await readRequestDetails(tx, request);
    if (!details) return [];
    const { booking } = details;
    request.composedAt = now;
    for (const message of request.messages) {
      if (isObsolete(message, booking)) continue;
      const recipientsOfOne = (one: BookingDetails): Recipient[] => recipientsFor(context, one, message);
      for (const addressed of await addressMessage(tx, details, requestKey(requestId, message), recipientsOfOne)) {
        const { details: seen, deduplicationKey } = addressed;
        const recipient = addressed.recipient.address;
        const language = goesToAccount(message.kind)
          ? ownWordingFor(languageOf(context.account.locale), context.account)
          : languageFor(seen, addressed.recipient, context.account);
        await composeMessage(context, tx, seen, {
          ...{ ...message, to: addressed.recipient, deduplicationKey, language },
          text: messageText(message, seen.service, context.account, language, seen.series !== undefined),
          calendar: await createCalendarFile({ ...message, recipient }, context, seen),
        });
      }
    }
    await tx.save(request, now);
    return confirmsSeries(request) ? planSeriesConfirmations(context, tx, booking) : [];
  });
}

/** Whether the request announces bookings of a series that were confirmed when it was created. */
function confirmsSeries({ bookingIds, messages }: MessageRequest): boolean {
  return bookingIds !== null && messages.every(({ kind }) => kind === 'confirmation' || kind === 'notification');
}

function recipientsFor(
  context: RequestContext,
  details: BookingDetails,
  { kind, channel }: SelectedMessage,
): Recipient[] {
  if (goesToAccount(kind)) {
    const address = accountAddress(context, channel);
    return address ? [{ address, guardian: null }] : [];
  }
  const isCode = kind === 'verification' && verificationAddress(details, channel) !== undefined;
  if (!isCode) return recipientsOf(details, channel);
  const recipient = verificationRecipient(details, channel);
  return recipient ? [recipient] : [];
}

/** A verification code is of no use once the booking has left its first state. */
function isObsolete({ kind }: SelectedMessage, { state }: Booking): boolean {
  return kind === 'verification' && state !== BookingState.AWAITING_VERIFICATION;
}

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
    const details = await readReminderDetails(tx, booking, now);
    const hasNumber = recipientsOf(details, MessageChannel.SMS).length > 0;
    const channel = hasNumber ? MessageChannel.SMS : MessageChannel.EMAIL;
    const key = `reminder:${reminderAt}`;
    const recipients = await addressMessage(tx, details, key, (one) => recipientsOf(one, channel));
    if (recipients.length === 0 || (await hasMessage(tx, bookingId, key))) return;
    booking.remindedAt = now;
    await recordRevision(context, tx, 'booking.modified', booking);
    for (const { details: seen, recipient, deduplicationKey } of recipients) {
      const language = languageFor(seen, recipient, context.account);
      const isSeries = seen.series !== undefined;
      await composeMessage(context, tx, seen, {
        ...{ kind: 'reminder', channel, to: recipient, deduplicationKey, language },
        text: messageText({ kind: 'reminder', channel }, seen.service, context.account, language, isSeries),
      });
    }
  });
}

/** Reads what a reminder is about: a booking, or all bookings of its visit that are active. */
async function readReminderDetails(tx: AccountTransaction, booking: Booking, now: Date): Promise<BookingDetails> {
  const { visitId } = booking;
  if (visitId === null) return readBookingDetails(tx, booking);
  const active = (await tx.list(Booking, { visitId })).filter((one) => isActive(one, now));
  const details = await readSeriesDetails(tx, active);
  return details ? { ...details, ...(await readBookingDetails(tx, booking)) } : readBookingDetails(tx, booking);
}

/** The message about a held booking that is offered to a person on the waitlist. */
interface WaitlistOfferMessage {
  channel: MessageChannel;
  recipient: string;
  /** The guardian who has the contact; undefined if it is the person's own. */
  guardianId: number | undefined;
  /** The language of the recipient; null means that of the account. */
  locale: string | null;
  /** The secret part of the link. */
  token: string;
}

/**
 * Composes the message in the transaction of the offer, because only the hash of its token is stored. Call it after the
 * booking was written.
 */
export async function composeWaitlistOffer(
  context: RequestContext,
  tx: AccountTransaction,
  booking: Booking,
  { channel, recipient, guardianId, locale, token }: WaitlistOfferMessage,
): Promise<void> {
  const details = { ...(await readBookingDetails(tx, booking)), waitlistToken: token };
  const language = messageLanguage({ locale }, context.account);
  const guardian = guardianId === undefined ? null : { id: guardianId, isActing: true, locale };
  const to = { address: recipient, guardian };
  await composeMessage(context, tx, detailsFor(details, to), {
    kind: 'waitlist_offer',
    channel,
    to,
    deduplicationKey: 'waitlist_offer',
    text: messageText({ kind: 'waitlist_offer', channel }, details.service, context.account, language),
    language,
  });
}
