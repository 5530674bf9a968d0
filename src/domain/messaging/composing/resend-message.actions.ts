import { recordChange } from '../../../outbox/change-log.js';
import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import { invalid } from '../../../platform/errors.js';
import { languageOf, ownWordingFor, type Wording } from '../../../platform/language.js';
import { Booking } from '../../booking/booking.entity.js';
import { BookingMessageKind, goesToAccount, type MessageKind } from '../../booking/messages/message-choice.rules.js';
import { MessageRequest } from '../../booking/messages/message-request.entity.js';
import { changedBy, type RequestContext } from '../../context.js';
import { stateAfter } from '../../records/transitions.rules.js';
import { Message, type MessageChannel } from '../delivery/message.entity.js';
import { isForPresentGuardian, isUnsent } from '../delivery/message-delivery.actions.js';
import { messageTransitions } from '../delivery/message-state.rules.js';
import { MessageTemplate } from '../templates/message-template.entity.js';
import { templateIdOf } from '../templates/message-template.rules.js';
import type { MessageText } from './built-in-texts.rules.js';
import {
  addressMessage,
  type BookingDetails,
  createCalendarFile,
  languageFor,
  type Recipient,
  readBookingDetails,
  readRequestDetails,
  recipientsOf,
  renderOrExplain,
} from './compose-message.actions.js';
import { requestIdOf } from './message-request-key.rules.js';
import { messageText, templateText } from './message-texts.rules.js';
import { readTemplateDetails } from './planned-messages.actions.js';

/**
 * Resends a message that was sent, has failed or was not sent, with all attempts. One whose text could not be rendered is
 * composed again, from the current text and booking.
 *
 * @throws DomainError INVALID on `recipient` if it was a guardian who was removed, on `state` while it waits or is being sent, if its text was deleted or if it cannot be composed; NOT_FOUND
 */
export function resendMessage(context: RequestContext, id: number): Promise<Message> {
  return context.db.transaction(async (tx) => {
    const message = await tx.getLocked(Message, id);
    if (message.heldUntil) throw invalid({ state: ['waits until the account may send more messages'] });
    if (isUnsent(message, context.clock.now())) throw invalid({ state: ['is being sent'] });
    const isReceived = await isForPresentGuardian(tx, message);
    if (!isReceived) throw invalid({ recipient: ['is no guardian of the person any more'] });
    if (message.bodyTrimmed) throw invalid({ state: ['is too old, its text was deleted'] });
    if (message.body === '') await composeAgain(context, tx, message);
    Object.assign(message, {
      state: stateAfter(messageTransitions, 'resend', message.state),
      attemptCount: 0,
      nextAttemptAt: context.clock.now(),
      failure: null,
      sentAt: null,
      isCounted: false,
    });
    await recordChange(tx, 'message.queued', message, changedBy(context));
    return message;
  });
}

async function composeAgain(context: RequestContext, tx: AccountTransaction, message: Message): Promise<void> {
  const booking = message.bookingId === null ? null : await tx.find(Booking, message.bookingId);
  const composition = booking && (await compositionOf(context, tx, message, booking));
  if (!composition) throw invalid({ state: ['has nothing to send'] });
  const { details, text, language, calendar } = composition;
  const rendered = await renderOrExplain(context, details, { channel: message.channel, text, language, calendar });
  if ('failure' in rendered) throw invalid({ state: ['has nothing to send', rendered.failure] });
  Object.assign(message, rendered);
}

interface Composition {
  details: BookingDetails;
  text: MessageText;
  language: Wording;
  calendar?: string | undefined;
}

/** Returns null if the text is gone with its template, or cannot be made again: only the hash of an offer's link is stored. */
async function compositionOf(
  context: RequestContext,
  tx: AccountTransaction,
  { kind, channel, recipient, deduplicationKey }: Message,
  booking: Booking,
): Promise<Composition | null> {
  const templateId = templateIdOf(deduplicationKey);
  if (templateId !== null) {
    const template = await tx.find(MessageTemplate, templateId);
    if (!template) return null;
    const { details, one } = await seenBy(tx, await readTemplateDetails(tx, template, booking), channel, recipient);
    const language = languageFor(details, one, context.account);
    return { details, text: templateText(template, language, details.series !== undefined), language };
  }
  if (!isBookingMessage(kind) || kind === BookingMessageKind.WAITLIST_OFFER) return null;
  const { details, one } = await seenBy(tx, await readDetailsAgain(tx, deduplicationKey, booking), channel, recipient);
  const language = goesToAccount(kind)
    ? ownWordingFor(languageOf(context.account.locale), context.account)
    : languageFor(details, one, context.account);
  return {
    details,
    text: messageText({ kind, channel }, details.service, context.account, language, details.series !== undefined),
    language,
    calendar: await createCalendarFile({ kind, channel, recipient }, context, details),
  };
}

/** Returns the details as the recipient of the message sees them. One who gets no messages any more gets no link. */
async function seenBy(
  tx: AccountTransaction,
  details: BookingDetails,
  channel: MessageChannel,
  address: string,
): Promise<{ details: BookingDetails; one: Recipient }> {
  const all = await addressMessage(tx, details, '', (each) => recipientsOf(each, channel));
  const own = all.find(({ recipient }) => recipient.address === address);
  if (own) return { details: own.details, one: own.recipient };
  const booking = details.person?.hasGuardians ? { ...details.booking, linkGuardianId: null } : details.booking;
  return { details: { ...details, booking }, one: { address, guardian: null } };
}

/** Reads what a requested message is about: its request has the other dates of a series, until it is deleted. */
async function readDetailsAgain(
  tx: AccountTransaction,
  deduplicationKey: string | null,
  booking: Booking,
): Promise<BookingDetails> {
  const requestId = requestIdOf(deduplicationKey);
  const request = requestId === undefined ? null : await tx.find(MessageRequest, requestId);
  const details = request && (await readRequestDetails(tx, request));
  return details ?? readBookingDetails(tx, booking);
}

function isBookingMessage(kind: string): kind is MessageKind {
  return Object.values<string>(BookingMessageKind).includes(kind);
}
