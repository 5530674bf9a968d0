import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import { toStorable } from '../../../platform/database/storable.js';
import type { RequestContext } from '../../context.js';
import { formatPhoneNumber } from '../../phone-number.rules.js';
import { Message, MessageChannel } from '../delivery/message.entity.js';
import { keepFailedMessage, type NewMessage, queueMessage } from '../delivery/message-outbox.actions.js';
import type { Locale, MessageText } from './built-in-texts.rules.js';
import { isHtml, textOfHtml } from './html-text.rules.js';
import { liquidFor, TemplateError } from './liquid.rules.js';
import { messageValues, type ToldBooking } from './message-values.rules.js';

interface Composition {
  kind: string;
  channel: MessageChannel;
  recipient: string;
  /** What of the booking it tells of: there is one message of it at most. */
  occasion: string;
  text: MessageText;
  locale: Locale;
  calendar?: string | undefined;
}

/** Where the person gets messages of the booking; undefined when nowhere. Without an address of theirs, where its code went. */
export function personAddress(told: ToldBooking, channel: MessageChannel): string | undefined {
  const { person } = told;
  const stored = channel === MessageChannel.EMAIL ? person?.email : person?.phoneNumberFormatted;
  return stored ?? verificationAddress(told, channel);
}

/** Where the code of the booking goes; undefined when the booking is not verified by that channel. */
export function verificationAddress({ booking }: ToldBooking, channel: MessageChannel): string | undefined {
  return booking.verificationMethod === channel ? (booking.verificationRecipient ?? undefined) : undefined;
}

/** Where the account is told of its bookings; undefined when it is not. */
export function accountAddress({ account }: RequestContext, channel: MessageChannel): string | undefined {
  if (channel === MessageChannel.EMAIL) return account.mailNotificationRecipient ?? account.email;
  return formatPhoneNumber(account.phoneNumber, account.countryCode) ?? undefined;
}

/** Whether that has been told. Under the booking's lock, so that it is told once. */
export async function isTold(tx: AccountTransaction, bookingId: number, occasion: string): Promise<boolean> {
  return (await tx.em.count(Message, { bookingId, occasion })) > 0;
}

/** Fills a message in and queues it; one whose template fails is kept as failed, with the reason. */
export async function composeMessage(
  context: RequestContext,
  tx: AccountTransaction,
  told: ToldBooking,
  { kind, channel, recipient, occasion, text, locale, calendar }: Composition,
): Promise<void> {
  const { booking, person } = told;
  const shell = {
    kind,
    channel,
    recipient,
    occasion,
    bookingId: booking.id,
    ...(person && { personId: person.id }),
  };
  try {
    const filled = fillIn(context, told, channel, text, locale);
    await queueMessage(context, tx, {
      ...shell,
      ...filled,
      ...(channel === MessageChannel.EMAIL && calendar !== undefined && { calendar }),
    });
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    await keepFailedMessage(context, tx, { ...shell, body: '' }, withoutSecrets(error.message, told));
  }
}

/** A subject is shown and logged: it is given nothing that lets its reader in. */
function fillIn(
  context: RequestContext,
  told: ToldBooking,
  channel: MessageChannel,
  { subject, body }: MessageText,
  locale: Locale,
): Pick<NewMessage, 'subject' | 'body' | 'html'> {
  const render = liquidFor(locale, context.zone);
  const values = messageValues(context, told, locale);
  if (channel === MessageChannel.SMS) return { body: toStorable(render(body, values)) };
  const shown = { ...values, booking: { ...values.booking, verification_code: null, verification_link: null } };
  const line = toStorable(render(subject, shown).replace(/\s+/g, ' ').trim().slice(0, 255));
  if (!isHtml(body)) return { subject: line, body: toStorable(render(body, values)) };
  const html = toStorable(liquidFor(locale, context.zone, true)(body, values));
  return { subject: line, body: toStorable(textOfHtml(html)), html };
}

function withoutSecrets(reason: string, { booking: { verificationCode } }: ToldBooking): string {
  const shown = verificationCode === null ? reason : reason.replaceAll(verificationCode, '…');
  return toStorable(shown.slice(0, 255));
}
