import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import type { Language } from '../../../platform/language.js';
import { TemplateError } from '../../../platform/liquid/engine.js';
import { toStorable } from '../../../platform/text.js';
import { createLinkToken } from '../../booking/link/booking-link.rules.js';
import type { RequestContext } from '../../context.js';
import { Message, MessageChannel } from '../delivery/message.entity.js';
import { type NewMessage, queueMessage, recordFailedMessage } from '../delivery/message-queue.actions.js';
import type { BookingDetails } from './booking-details.queries.js';
import type { MessageText } from './built-in-texts.rules.js';
import { renderMessage } from './rendered-message.rules.js';

interface Composition {
  kind: string;
  channel: MessageChannel;
  recipient: string;
  /** A booking has at most one message with the same key. */
  deduplicationKey: string;
  text: MessageText;
  language: Language;
  calendar?: string | undefined;
}

/**
 * Returns the person's address for a channel. A person without one gets messages where the verification code was sent.
 */
export function personAddress(details: BookingDetails, channel: MessageChannel): string | undefined {
  const { person } = details;
  const stored = channel === MessageChannel.EMAIL ? person?.email : person?.phoneNumberFormatted;
  return stored ?? verificationAddress(details, channel);
}

/** Returns where the verification code is sent; undefined if the booking is not verified by that channel. */
export function verificationAddress({ booking }: BookingDetails, channel: MessageChannel): string | undefined {
  return booking.verificationMethod === channel ? (booking.verificationRecipient ?? undefined) : undefined;
}

/** Returns whether the booking has a message with that key. Call it under the booking's lock. */
export async function hasMessage(
  tx: AccountTransaction,
  bookingId: number,
  deduplicationKey: string,
): Promise<boolean> {
  return (await tx.em.count(Message, { bookingId, deduplicationKey })) > 0;
}

/** Renders a message and queues it. If its text is wrong, stores the message as failed, with the reason. */
export async function composeMessage(
  context: RequestContext,
  tx: AccountTransaction,
  details: BookingDetails,
  { kind, channel, recipient, deduplicationKey, ...content }: Composition,
): Promise<void> {
  const { booking, person } = details;
  const shell = {
    kind,
    channel,
    recipient,
    deduplicationKey,
    bookingId: booking.id,
    ...(person && { personId: person.id }),
  };
  const rendered = renderOrExplain(context, details, { channel, ...content });
  if ('failure' in rendered) await recordFailedMessage(context, tx, { ...shell, body: '' }, rendered.failure);
  else await queueMessage(context, tx, { ...shell, ...rendered });
}

type RenderedMessage = Pick<NewMessage, 'subject' | 'body' | 'html' | 'calendar'>;

/**
 * Renders a message, or returns why its text cannot be rendered for that booking, which it never can. Other errors are
 * thrown, and the job tries again.
 */
export function renderOrExplain(
  context: RequestContext,
  details: BookingDetails,
  { channel, text, language, calendar }: Pick<Composition, 'channel' | 'text' | 'language' | 'calendar'>,
): RenderedMessage | { failure: string } {
  try {
    const rendered = renderMessage(context, details, channel, text, language);
    return { ...rendered, ...(channel === MessageChannel.EMAIL && calendar !== undefined && { calendar }) };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return { failure: withoutSecrets(context, error.message, details) };
  }
}

function withoutSecrets({ account }: RequestContext, reason: string, details: BookingDetails): string {
  const { booking, waitlistToken } = details;
  const secrets = [createLinkToken(account, booking), booking.verificationCode ?? '', waitlistToken ?? ''].filter(
    Boolean,
  );
  const shown = secrets.reduce((text, secret) => text.replaceAll(secret, '…'), reason);
  return toStorable(shown.slice(0, 255));
}
