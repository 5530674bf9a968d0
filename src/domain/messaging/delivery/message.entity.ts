import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { AccountRecord } from '../../../platform/database/account-record.entity.js';
import { instant, integer, requiredInteger, requiredText, text } from '../../../platform/database/columns.js';
import { describeEnum } from '../../../platform/described-enum.js';
import { listCost } from '../../../platform/list-cost.js';
import { createConnectionType } from '../../records/connection.type.js';
import { reference } from '../../records/reference.js';

export enum MessageChannel {
  EMAIL = 'email',
  SMS = 'sms',
}
describeEnum(MessageChannel, 'MessageChannel', 'The way in which a message is sent.', {
  EMAIL: 'By email.',
  SMS: 'By SMS.',
});

export enum MessageState {
  QUEUED = 'queued',
  SENDING = 'sending',
  SENT = 'sent',
  /** Stored but not sent, because no mail server or SMS gateway is configured. */
  UNSENT = 'unsent',
  FAILED = 'failed',
}
describeEnum(MessageState, 'MessageState', 'The state of the delivery of a message.', {
  QUEUED: 'It waits to be sent.',
  SENDING: 'It is being sent.',
  SENT: 'It was handed to the mail server or SMS gateway.',
  UNSENT: 'It was not sent, because no mail server or SMS gateway is configured.',
  FAILED: 'All attempts failed.',
});

/** The attempts of a message that are kept: of more, after it was resent, the latest. */
export const keptAttempts = 20;

/** One attempt to send a message. Its times are ISO 8601 in UTC, because attempts are stored as JSON. */
@ObjectType({ simpleResolvers: true, description: 'One attempt to send a message.' })
export class MessageAttempt {
  at!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The reason why the mail server or SMS gateway did not accept it. Null if it did.',
  })
  failure!: string | null;

  nextAttemptAt!: string | null;
}

/** A message to a person or the account. It is written with the change that causes it, and sent by a job (spec, Messages). */
@Entity()
@ObjectType({ simpleResolvers: true, description: 'A message to a person or to the account.' })
export class Message extends AccountRecord {
  static readonly lockKind = 'message';

  @requiredText({ length: 63, description: 'The purpose, such as `confirmation`.' }) kind!: string;

  @Property({ type: 'string', length: 5 })
  @Field(() => MessageChannel, { description: 'The way in which it is sent.' })
  channel!: MessageChannel;

  @requiredText({ description: 'An email address, or a phone number in E.164.' }) recipient!: string;
  @text({ description: 'The subject of an email.' }) subject: string | null = null;

  /** Shown only in a sandbox and never logged, because it may contain a code or link that grants access. */
  @Property({ type: 'text', hidden: true })
  body!: string;

  /** The body in HTML, of an email whose text is built in or has HTML tags. */
  @Property({ type: 'text', nullable: true, hidden: true })
  html: string | null = null;

  /** Whether the texts were deleted, a while after the message has ended. */
  @Property({ type: 'boolean', hidden: true })
  bodyTrimmed = false;

  @Property({ type: 'string', length: 8 })
  @Field(() => MessageState, { description: 'The state of its delivery.' })
  state = MessageState.QUEUED;

  @requiredInteger({ description: 'The number of attempts to send it.' }) attemptCount = 0;
  @instant({
    description:
      'When the next attempt is due. During an attempt, when another worker takes over. Null if there is none.',
  })
  nextAttemptAt: Date | null = null;

  @Property({ type: 'json', hidden: true })
  @Field(() => [MessageAttempt], {
    complexity: listCost(8),
    description: `The attempts, oldest first, and of more than ${keptAttempts} the latest.`,
  })
  attempts: MessageAttempt[] = [];

  @text({ description: 'The reason why the last attempt failed.' }) failure: string | null = null;
  @instant({ description: 'When it was sent.' }) sentAt: Date | null = null;
  @instant({
    description:
      'The day on which it is sent, because the account has sent as many messages as it may on one day. Null if it does not wait for another day.',
  })
  heldUntil: Date | null = null;

  /** Whether it was counted in the quota of its account. */
  @Property({ type: 'boolean', hidden: true })
  isCounted = false;

  @integer()
  @reference('person', 'Person', { description: 'The person to whom it is sent.' })
  personId: number | null = null;
  @integer()
  @reference('booking', 'Booking', { description: 'The booking that it is about.' })
  bookingId: number | null = null;

  /** Whether its recipient is a guardian of its person, who must be one still when it is sent. */
  @Property({ type: 'boolean', hidden: true })
  toGuardian = false;

  /** A booking has at most one message with the same key. */
  @Property({ fieldName: 'occasion', type: 'string', length: 100, nullable: true })
  deduplicationKey: string | null = null;

  /** An iCalendar file attached to an email. */
  @Property({ type: 'text', nullable: true, hidden: true })
  calendar: string | null = null;

  /** The id of a document that is attached to an email as a file. */
  @Property({ type: 'integer', nullable: true, hidden: true })
  documentId: number | null = null;
}

@ObjectType()
export class MessageConnection extends createConnectionType(Message, 'Message') {}
