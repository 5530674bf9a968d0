import { MessageChannel } from '../../src/domain/messaging/delivery/message.entity.js';
import { type NewMessage } from '../../src/domain/messaging/delivery/message-queue.actions.js';

export const sms: NewMessage = {
  kind: 'test_message',
  channel: MessageChannel.SMS,
  recipient: '+4740612345',
  body: 'Code 12345 æ',
};
export const email: NewMessage = {
  kind: 'test_message',
  channel: MessageChannel.EMAIL,
  recipient: 'kari@example.org',
  subject: 'Velkommen, Åse',
  body: 'Code 12345 æ',
};

/** In milliseconds: longer than a busy machine takes to send a message. */
export const patience = 60_000;

export const sentAt = '2026-03-02T08:00:00+01:00';
export const isSent = { state: 'SENT', attemptCount: 1, failure: null, sentAt };
