import { recordChange } from '../../../outbox/change-log.js';
import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import { invalid } from '../../../platform/errors.js';
import { by, type RequestContext } from '../../context.js';
import { Message, type MessageChannel, MessageState } from './message.entity.js';
import { DeliveryError, type OutgoingMessage, type Send } from './outgoing-message.js';

/** What messages are sent by; a channel without is not sent by. */
export type Senders = Readonly<Partial<Record<MessageChannel, Send>>>;

/** After so many tries, in half an hour by the pauses of the job, a message has failed. */
export const mostTries = 8;

/**
 * Sends a message that is not yet sent; safe to run again. Each try is written down before it begins. One that nobody
 * saw the end of, because its process died, may have reached its reader: it is made again, under the same id, as a
 * message that comes twice does less harm than one that is lost.
 *
 * @throws DeliveryError when it is to be tried again
 */
export async function sendMessage(context: RequestContext, id: number, senders: Senders): Promise<void> {
  const begun = await beginTry(context, id, senders);
  if (!begun) return;
  const { message, send } = begun;
  try {
    await send(outgoing(context, message));
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    if (await endFailedTry(context, id, error.message)) return;
    throw error;
  }
  await endTry(context, id, async (tx, sent) => {
    Object.assign(sent, { sentAt: context.clock.now(), failure: null });
    await process(context, tx, sent, MessageState.SENT);
  });
}

/**
 * Sends a message again, with all its tries, that was sent, has failed or was kept unsent.
 *
 * @throws DomainError INVALID on `state` when it is being sent, or its template has failed; NOT_FOUND
 */
export function resendMessage(context: RequestContext, id: number): Promise<Message> {
  return context.db.transaction(async (tx) => {
    const message = await tx.getLocked(Message, id);
    if (isDue(message)) throw invalid({ state: ['is being sent'] });
    if (message.body === '') throw invalid({ state: ['has nothing to send'] });
    Object.assign(message, { state: MessageState.QUEUED, tries: 0, failure: null, sentAt: null });
    await recordChange(tx, 'message.queued', message, by(context));
    return message;
  });
}

/** Undefined when there is nothing to send any more, or nothing to send it by. */
function beginTry(
  context: RequestContext,
  id: number,
  senders: Senders,
): Promise<{ message: Message; send: Send } | undefined> {
  return context.db.transaction(async (tx) => {
    const message = await tx.findLocked(Message, id);
    if (!message || !isDue(message)) return undefined;
    const send = senders[message.channel];
    if (!send) return process(context, tx, message, MessageState.UNSENT);
    if (message.tries >= mostTries) {
      message.failure ??= 'the last try was interrupted';
      return process(context, tx, message, MessageState.FAILED);
    }
    message.state = MessageState.SENDING;
    message.tries += 1;
    message.updatedAt = context.clock.now();
    return { message, send };
  });
}

const isDue = ({ state }: Message): boolean => state === MessageState.QUEUED || state === MessageState.SENDING;

/** @returns whether it was the last */
function endFailedTry(context: RequestContext, id: number, reason: string): Promise<boolean> {
  return endTry(context, id, async (tx, message) => {
    message.failure = reason;
    if (message.tries >= mostTries) await process(context, tx, message, MessageState.FAILED);
    else message.state = MessageState.QUEUED;
    message.updatedAt = context.clock.now();
  }).then((message) => message?.state !== MessageState.QUEUED);
}

/** Of a try that ran twice at once, the first to end counts. */
function endTry(
  context: RequestContext,
  id: number,
  end: (tx: AccountTransaction, message: Message) => Promise<void>,
): Promise<Message | null> {
  return context.db.transaction(async (tx) => {
    const message = await tx.findLocked(Message, id);
    if (message?.state === MessageState.SENDING) await end(tx, message);
    return message;
  });
}

/** The last that happens to a message. */
async function process(
  context: RequestContext,
  tx: AccountTransaction,
  message: Message,
  state: MessageState,
): Promise<undefined> {
  message.state = state;
  await recordChange(tx, 'message.processed', message, by(context));
}

function outgoing({ account }: RequestContext, message: Message): OutgoingMessage {
  return {
    id: `message-${account.id}-${message.id}-${message.createdAt.getTime()}`,
    from: { name: account.name, address: account.email },
    to: message.recipient,
    subject: message.subject,
    text: message.body,
    html: message.html,
    calendar: message.calendar,
  };
}
