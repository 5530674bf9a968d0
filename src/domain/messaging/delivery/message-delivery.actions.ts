import { recordChange } from '../../../outbox/change-log.js';
import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import { inSpan } from '../../../platform/tracing/tracer.js';
import { mailSender, replyAddress } from '../../account/mail-sender.rules.js';
import { changedBy, type RequestContext } from '../../context.js';
import { stateAfter } from '../../records/transitions.rules.js';
import { isWorkOpen, type MessageWork, messageWorkOf } from '../../work.rules.js';
import { keptAttempts, Message, MessageChannel, MessageState } from './message.entity.js';
import { countInQuota, type MessagesPerDay } from './message-quota.actions.js';
import { type LastEvent, messageTransitions } from './message-state.rules.js';
import { attemptDuration } from './message-turns.actions.js';
import { type Attachment, DeliveryError, type OutgoingMessage, type Send } from './senders.js';

/** The sender of each channel. Messages of a channel without one, and those of a sandbox, are stored but not sent. */
export type Senders = Readonly<Partial<Record<MessageChannel, Send>>>;

/** Returns a document as a file. Given by the caller, because documents are above messages. */
export type ReadDocument = (context: RequestContext, documentId: number) => Promise<Attachment>;

/** A message fails after this number of attempts; with the delays of the job, they take half an hour. */
export const maxAttempts = 8;

/** In milliseconds, between the first two attempts. Doubles with each one. */
export const retryBase = 15_000;

const after = (now: Date, milliseconds: number): Date => new Date(now.getTime() + milliseconds);

/**
 * Sends a message that is not yet sent. Idempotent. Each attempt is recorded before it starts. An attempt whose process
 * died may have delivered the message; it is repeated under the same id, because a duplicate does less harm than a lost
 * message. A message of an erased person, and one to a guardian who was removed, is not sent.
 *
 * @param perDay the quota of the account; undefined for none
 * @param readDocument returns the document that is attached to it as a file
 * @returns the outcome, if there was an attempt or the quota has held the message
 * @throws DeliveryError if the delivery failed and will be retried
 */
export async function sendMessage(
  context: RequestContext,
  id: number,
  senders: Senders,
  perDay?: MessagesPerDay,
  readDocument?: ReadDocument,
): Promise<'sent' | 'failed' | 'held' | undefined> {
  const begun = await beginAttempt(context, id, senders, perDay);
  if (!begun) return undefined;
  const { message, send } = begun;
  if (message.heldUntil) return 'held';
  const { documentId } = message;
  const attachment = documentId === null ? undefined : await readDocument?.(context, documentId);
  try {
    await inSpan(
      () => spanOf(context, message),
      () => send({ ...outgoing(context, message), ...(attachment && { attachment }) }),
    );
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    if (await endFailedAttempt(context, id, error.message)) return 'failed';
    throw error;
  }
  await endAttempt(context, id, async (tx, sent) => {
    Object.assign(sent, { sentAt: context.clock.now(), failure: null });
    addAttempt(context, sent, null);
    await finish(context, tx, sent, 'accepted');
  });
  return 'sent';
}

const spanOf = ({ account }: RequestContext, { id, kind, channel }: Message) => ({
  name: `send ${channel}`,
  kind: 'client' as const,
  attributes: {
    'messaging.system': channel,
    'messaging.operation.type': 'send',
    'messaging.destination.name': kind,
    'messaging.message.id': String(id),
    'booking.account.id': account.id,
  },
});

/** Returns by which kind of work a message is sent, and when its next attempt is due; undefined if there is no such message. */
export async function findMessageWork(
  { db }: RequestContext,
  id: number,
): Promise<{ work: MessageWork; at: Date | null } | undefined> {
  const message = await db.load(Message, id);
  return message && { work: workOfMessage(message), at: message.nextAttemptAt };
}

/** Returns undefined if the message needs no attempt, its channel has no sender, its person was erased or its guardian removed. It is not to be sent if it is held. */
function beginAttempt(
  context: RequestContext,
  id: number,
  senders: Senders,
  perDay: MessagesPerDay | undefined,
): Promise<{ message: Message; send: Send } | undefined> {
  return context.db.transaction(async (tx) => {
    const message = await tx.findLocked(Message, id);
    if (!message || !isUnsent(message, context.clock.now())) return undefined;
    const isSendable =
      !context.account.sandbox && !(await isOfErased(tx, message)) && (await isForPresentGuardian(tx, message));
    const send = isSendable ? senders[message.channel] : undefined;
    if (!send) return finish(context, tx, message, 'noSender');
    if (message.attemptCount >= maxAttempts) {
      message.failure ??= 'the last attempt was interrupted';
      return finish(context, tx, message, 'giveUp');
    }
    const now = context.clock.now();
    message.nextAttemptAt = now;
    if (!perDay || (await countInQuota(context, tx, message, perDay))) {
      message.state = stateAfter(messageTransitions, 'attempt', message.state);
      message.attemptCount += 1;
      message.nextAttemptAt = after(now, attemptDuration);
    }
    await tx.save(message, now);
    return { message, send };
  });
}

/** Whether a message is of or to a person who was erased. The job of the erasure finds it, but may not have begun. */
async function isOfErased(tx: AccountTransaction, { personId, recipient }: Message): Promise<boolean> {
  const [row] = await tx.query<{ isErased: boolean }>(
    `select exists (select from person where account_id = $1 and id = $2 and erased_at is not null)
       or exists (select from person_erasure where account_id = $1 and finished_at is null
         and jsonb_exists(identifiers -> 'emails' || (identifiers -> 'phoneNumbers'), lower($3))) as "isErased"`,
    [personId, recipient],
  );
  return row?.isErased ?? false;
}

/** Whether the recipient of a message to a guardian is one still. True for messages to anybody else. */
export async function isForPresentGuardian(
  tx: AccountTransaction,
  { toGuardian, personId, recipient, channel }: Message,
): Promise<boolean> {
  if (!toGuardian || personId === null) return true;
  const attribute =
    channel === MessageChannel.EMAIL
      ? 'text_key(guarding.email) = text_key($3)'
      : 'guarding.phone_number_formatted = $3';
  const found = await tx.query(
    `select from guardian
     join person guarding on guarding.account_id = $1 and guarding.id = guardian.person_id and guarding.active
     where guardian.account_id = $1 and guardian.dependant_id = $2 and ${attribute} limit 1`,
    [personId, recipient],
  );
  return found.length > 0;
}

/** Returns by which kind of work a message is sent. */
export const workOfMessage = ({ kind, channel }: Pick<Message, 'kind' | 'channel'>): MessageWork =>
  messageWorkOf(kind, `${channel}`);

/** Whether a message waits for an attempt, or is being sent. */
export const isUnsent = (message: Message, now: Date): boolean =>
  isWorkOpen(workOfMessage(message), { ...message, nextAttemptAt: now }, now);

/** @returns whether no attempt is left */
function endFailedAttempt(context: RequestContext, id: number, reason: string): Promise<boolean> {
  return endAttempt(context, id, async (tx, message) => {
    const now = context.clock.now();
    const isLast = message.attemptCount >= maxAttempts;
    message.failure = reason;
    message.nextAttemptAt = isLast ? null : after(now, retryBase * 2 ** (message.attemptCount - 1));
    addAttempt(context, message, reason);
    if (isLast) {
      await finish(context, tx, message, 'giveUp');
      return;
    }
    message.state = stateAfter(messageTransitions, 'refused', message.state);
    await tx.save(message, now);
  }).then((message) => message?.state !== MessageState.QUEUED);
}

/** Adds an attempt that has ended. `nextAttemptAt` is set already, if there is another. */
function addAttempt({ clock }: RequestContext, message: Message, failure: string | null): void {
  const nextAttemptAt = failure === null ? null : (message.nextAttemptAt?.toISOString() ?? null);
  const attempt = { at: clock.now().toISOString(), failure, nextAttemptAt };
  message.attempts = [...message.attempts, attempt].slice(-keptAttempts);
}

/** Only the first attempt to end is recorded, if one ran twice concurrently. */
function endAttempt(
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

/** Sets the final state and records that the message is processed. */
async function finish(
  context: RequestContext,
  tx: AccountTransaction,
  message: Message,
  event: LastEvent,
): Promise<undefined> {
  message.state = stateAfter(messageTransitions, event, message.state);
  message.nextAttemptAt = null;
  await recordChange(tx, 'message.processed', message, changedBy(context));
}

/** The name of the sender of emails is not that of SMS: gateways accept registered names. */
function outgoing({ account, mail }: RequestContext, message: Message): OutgoingMessage {
  const isEmail = message.channel === MessageChannel.EMAIL;
  const from = isEmail ? mailSender(account, mail) : { name: account.name, address: account.email };
  return {
    id: `message-${account.id}-${message.id}-${message.createdAt.getTime()}`,
    from,
    replyTo: isEmail ? replyAddress(account, from) : undefined,
    to: message.recipient,
    subject: message.subject,
    text: message.body,
    html: message.html,
    calendar: message.calendar,
  };
}
