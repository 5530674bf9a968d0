import { recordChange } from '../../../outbox/change-log.js';
import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import { cleanLine } from '../../../platform/text.js';
import type { Texts } from '../../../texts/texts.js';
import { changedBy, type RequestContext } from '../../context.js';
import { formatPhoneNumber } from '../../text/contact-details.js';
import { Message, MessageChannel } from './message.entity.js';
import { type HtmlContent, messageHtml } from './message-html.rules.js';
import { stateOfUncomposed } from './message-state.rules.js';

/** A kind of messages. Each has a name in all languages, so that pages can list it. */
export type QueuedKind =
  | keyof Texts['messageKinds']
  | keyof Pick<Texts['words'], 'confirmation' | 'reminder' | 'follow_up'>;

export interface NewMessage {
  kind: QueuedKind;
  channel: MessageChannel;
  recipient: string;
  /** Emails only. */
  subject?: string;
  body: string;
  /** The body in HTML; emails only. */
  html?: string;
  personId?: number;
  bookingId?: number;
  /** Whether the recipient is a guardian of the person. */
  toGuardian?: boolean;
  /** A booking has at most one message with the same key. */
  deduplicationKey?: string;
  /** An iCalendar file attached to an email. */
  calendar?: string;
  /** The id of a document that is attached to an email as a file. */
  documentId?: number;
}

/**
 * Writes a message in the caller's transaction. A job sends it after the commit. Call it after the transaction's locks
 * and reads.
 */
export async function queueMessage(
  context: RequestContext,
  tx: AccountTransaction,
  content: NewMessage,
): Promise<Message> {
  const message = createMessage(context, tx, content);
  message.nextAttemptAt = message.createdAt;
  await recordChange(tx, 'message.queued', message, changedBy(context));
  return message;
}

/**
 * Queues a message whose text is the server's own, in HTML too if it is an email.
 *
 * @param customer the language of the customer to whom it goes; undefined for others
 */
export function queueBuiltInMessage(
  context: RequestContext,
  tx: AccountTransaction,
  { customer, ...content }: Omit<NewMessage, 'html'> & Pick<HtmlContent, 'customer'>,
): Promise<Message> {
  const isEmail = content.channel === MessageChannel.EMAIL;
  const html = isEmail && { html: messageHtml(context, { ...content, customer }) };
  return queueMessage(context, tx, { ...content, ...html });
}

/** Returns where the account gets notifications of its bookings and orders; undefined if it has no such address. */
export function accountAddress({ account }: RequestContext, channel: MessageChannel): string | undefined {
  if (channel === MessageChannel.EMAIL) return account.mailNotificationRecipient ?? account.email;
  return formatPhoneNumber(account.phoneNumber, account.countryCode) ?? undefined;
}

/** Writes a message that could not be composed. It is listed as failed, with the reason of at most 255 characters. */
export async function recordFailedMessage(
  context: RequestContext,
  tx: AccountTransaction,
  content: NewMessage,
  failure: string,
): Promise<void> {
  const message = createMessage(context, tx, content);
  Object.assign(message, { state: stateOfUncomposed, failure });
  await recordChange(tx, 'message.processed', message, changedBy(context));
}

/** Texts of accounts and names that were stored earlier may have characters that display a subject as another one. */
function createMessage(context: RequestContext, tx: AccountTransaction, content: NewMessage): Message {
  const message = tx.create(Message, context.clock.now());
  return Object.assign(message, content, {
    subject: content.subject === undefined ? null : cleanLine(content.subject),
    body: content.channel === MessageChannel.SMS ? withPlainSpaces(content.body) : content.body,
  });
}

/** The alphabet of SMS has no other space: one before a French colon or in an amount would make the SMS cost as much as two. */
function withPlainSpaces(text: string): string {
  return text.replaceAll(/\p{Zs}/gu, ' ');
}
