import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { AccountRecord } from '../../../platform/database/account-record.entity.js';
import { instant, integer, requiredInteger, requiredText, text } from '../../../platform/database/columns.js';
import { createConnectionType } from '../../connection.type.js';

export enum MessageChannel {
  EMAIL = 'email',
  SMS = 'sms',
}
registerEnumType(MessageChannel, { name: 'MessageChannel' });

export enum MessageState {
  QUEUED = 'queued',
  SENDING = 'sending',
  SENT = 'sent',
  /** Stored but not sent, because no mail server or SMS gateway is configured. */
  UNSENT = 'unsent',
  FAILED = 'failed',
}
registerEnumType(MessageState, { name: 'MessageState', description: 'How far the delivery of a message has come.' });

/** A message to a person or the account. It is written with the change that causes it, and sent by a job (spec, Messages). */
@Entity()
@ObjectType({ simpleResolvers: true })
export class Message extends AccountRecord {
  static readonly lockKind = 'message';

  /** The message's purpose, such as `user_invitation`. */
  @requiredText(63) kind!: string;

  @Property({ type: 'string', length: 5 })
  @Field(() => MessageChannel)
  channel!: MessageChannel;

  /** An email address, or a phone number in E.164. */
  @requiredText() recipient!: string;
  @text() subject: string | null = null;

  /** Shown only in a sandbox and never logged, because it may contain a code or link that grants access. */
  @Property({ type: 'text', hidden: true })
  body!: string;

  /** The body in HTML, of an email whose template is written in it. */
  @Property({ type: 'text', nullable: true, hidden: true })
  html: string | null = null;

  /** Whether the texts were deleted, a while after the message has ended. */
  @Property({ type: 'boolean', hidden: true })
  bodyTrimmed = false;

  @Property({ type: 'string', length: 8 })
  @Field(() => MessageState)
  state = MessageState.QUEUED;

  @requiredInteger() attemptCount = 0;
  /** Why the last attempt failed. */
  @text() failure: string | null = null;
  @instant() sentAt: Date | null = null;
  @integer() personId: number | null = null;
  @integer() bookingId: number | null = null;

  /** A booking has at most one message with the same key. */
  @Property({ fieldName: 'occasion', type: 'string', length: 100, nullable: true })
  deduplicationKey: string | null = null;

  /** An iCalendar file attached to an email. */
  @Property({ type: 'text', nullable: true, hidden: true })
  calendar: string | null = null;
}

@ObjectType()
export class MessageConnection extends createConnectionType(Message, 'Message') {}
