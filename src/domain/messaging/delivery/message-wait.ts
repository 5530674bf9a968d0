import { describeEnum } from '../../../platform/described-enum.js';
import type { RequestContext } from '../../context.js';
import { isWorkDue, isWorkOpen, messageWorkOf } from '../../work.rules.js';
import type { Message } from './message.entity.js';

/** The reason why a message that is to be sent is not sent now. */
export enum MessageWait {
  ACCOUNT_PAUSED = 'account_paused',
  QUOTA = 'quota',
  NO_SERVER = 'no_server',
  NEXT_ATTEMPT = 'next_attempt',
  WORKER = 'worker',
}
describeEnum(MessageWait, 'MessageWait', 'The reason why a message that is to be sent is not sent now.', {
  ACCOUNT_PAUSED: 'The account is paused, or moves to another server.',
  QUOTA: 'The account has sent as many messages as it may on one day: see `heldUntil`.',
  NO_SERVER: 'It will not be sent: no mail server or SMS gateway is set, or the account is a sandbox.',
  NEXT_ATTEMPT: 'An attempt is being made, or the next one is at `nextAttemptAt`.',
  WORKER: 'It is due, and a worker sends it as soon as one is free.',
});

type Waiting = Pick<Message, 'kind' | 'state' | 'channel' | 'heldUntil' | 'nextAttemptAt'>;

/** Returns why a message is not sent now; null for one that is not to be sent. */
export function waitOf(message: Waiting, { account, clock, sends }: RequestContext): MessageWait | null {
  const now = clock.now();
  const work = messageWorkOf(message.kind, `${message.channel}`);
  const waiting = { ...message, nextAttemptAt: message.nextAttemptAt ?? now };
  if (!isWorkOpen(work, { ...waiting, heldUntil: null }, now)) return null;
  if (account.pausedAt) return MessageWait.ACCOUNT_PAUSED;
  if (message.heldUntil) return MessageWait.QUOTA;
  if (account.sandbox || sends?.[message.channel] === false) return MessageWait.NO_SERVER;
  return isWorkDue(work, waiting, now) ? MessageWait.WORKER : MessageWait.NEXT_ATTEMPT;
}
