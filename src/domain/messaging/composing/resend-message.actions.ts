import { recordChange } from '../../../outbox/change-log.js';
import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import { invalid } from '../../../platform/errors.js';
import type { Language } from '../../../platform/language.js';
import { Booking } from '../../booking/booking.entity.js';
import { BookingMessageKind, goesToAccount, type MessageKind } from '../../booking/messages/message-choice.rules.js';
import { changedBy, type RequestContext } from '../../context.js';
import { Message, MessageState } from '../delivery/message.entity.js';
import { isUnsent } from '../delivery/message-delivery.actions.js';
import { MessageTemplate } from '../templates/message-template.entity.js';
import { templateIdOf } from '../templates/message-template.rules.js';
import type { MessageText } from './built-in-texts.rules.js';
import {
  type BookingDetails,
  createCalendarFile,
  readBookingDetails,
  renderOrExplain,
} from './compose-message.actions.js';
import { messageText, templateText } from './message-texts.rules.js';
import { messageLanguage } from './message-values.rules.js';

/**
 * Resends a message that was sent, has failed or was not sent, with all attempts. One whose text could not be rendered is
 * composed again, from the current text and booking.
 *
 * @throws DomainError INVALID on `state` while it waits or is being sent, if its text was deleted or if it cannot be composed; NOT_FOUND
 */
export function resendMessage(context: RequestContext, id: number): Promise<Message> {
  return context.db.transaction(async (tx) => {
    const message = await tx.getLocked(Message, id);
    if (message.heldUntil) throw invalid({ state: ['waits until the account may send more messages'] });
    if (isUnsent(message, context.clock.now())) throw invalid({ state: ['is being sent'] });
    if (message.bodyTrimmed) throw invalid({ state: ['is too old, its text was deleted'] });
    if (message.body === '') await composeAgain(context, tx, message);
    Object.assign(message, {
      state: MessageState.QUEUED,
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
  const details = booking && (await readBookingDetails(tx, booking));
  const composition = details && (await compositionOf(context, tx, message, details));
  if (!composition) throw invalid({ state: ['has nothing to send'] });
  const { text, language, calendar } = composition;
  const rendered = renderOrExplain(context, details, { channel: message.channel, text, language, calendar });
  if ('failure' in rendered) throw invalid({ state: ['has nothing to send', rendered.failure] });
  Object.assign(message, rendered);
}

interface Composition {
  text: MessageText;
  language: Language;
  calendar?: string | undefined;
}

/** Returns null if the text is gone with its template, or cannot be made again: only the hash of an offer's link is stored. */
async function compositionOf(
  context: RequestContext,
  tx: AccountTransaction,
  { kind, channel, deduplicationKey }: Message,
  details: BookingDetails,
): Promise<Composition | null> {
  const language = messageLanguage(details.person, context.account);
  const templateId = templateIdOf(deduplicationKey);
  if (templateId !== null) {
    const template = await tx.find(MessageTemplate, templateId);
    return template && { text: templateText(template, language), language };
  }
  if (!isBookingMessage(kind) || kind === BookingMessageKind.WAITLIST_OFFER) return null;
  const own = goesToAccount(kind) ? messageLanguage(null, context.account) : language;
  return {
    text: messageText({ kind, channel }, details.service, context.account, own),
    language: own,
    calendar: createCalendarFile(kind, context, details),
  };
}

function isBookingMessage(kind: string): kind is MessageKind {
  return Object.values<string>(BookingMessageKind).includes(kind);
}
