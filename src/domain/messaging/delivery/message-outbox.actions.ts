import { recordChange } from '../../../outbox/change-log.js';
import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import { by, type RequestContext } from '../../context.js';
import { Message, type MessageChannel, MessageState } from './message.entity.js';

export interface NewMessage {
  kind: string;
  channel: MessageChannel;
  recipient: string;
  /** Of an email. */
  subject?: string;
  body: string;
  /** The same in HTML, of an email. */
  html?: string;
  personId?: number;
  bookingId?: number;
  /** What of its booking it tells of: no booking has two of the same. */
  occasion?: string;
  /** An iCalendar file that goes with an email. */
  calendar?: string;
}

/**
 * Writes a message in the transaction of what it is about: it is sent when that is committed, and only then. A write,
 * so it comes after all that is locked and read.
 */
export async function queueMessage(
  context: RequestContext,
  tx: AccountTransaction,
  content: NewMessage,
): Promise<Message> {
  const message = tx.create(Message, context.clock.now());
  Object.assign(message, content);
  await recordChange(tx, 'message.queued', message, by(context));
  return message;
}

/** Writes a message that cannot be made: it is listed as failed with the reason, of at most 255 characters. */
export async function keepFailedMessage(
  context: RequestContext,
  tx: AccountTransaction,
  content: NewMessage,
  failure: string,
): Promise<void> {
  const message = tx.create(Message, context.clock.now());
  Object.assign(message, content, { state: MessageState.FAILED, failure });
  await recordChange(tx, 'message.processed', message, by(context));
}
