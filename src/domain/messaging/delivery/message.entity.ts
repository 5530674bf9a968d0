import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { AccountRecord } from '../../../platform/database/account-record.entity.js';
import { instant, integer, requiredInteger, requiredText, text } from '../../../platform/database/columns.js';
import { connectionOf } from '../../connection.js';

export enum MessageChannel {
  EMAIL = 'email',
  SMS = 'sms',
}
registerEnumType(MessageChannel, { name: 'MessageChannel' });

export enum MessageState {
  QUEUED = 'queued',
  SENDING = 'sending',
  SENT = 'sent',
  /** Kept, as there is nothing to send it by. */
  UNSENT = 'unsent',
  FAILED = 'failed',
}
registerEnumType(MessageState, { name: 'MessageState', description: 'What became of a message to someone.' });

/** Something to tell someone: written with what it is about, sent by a job (spec, Messages). */
@Entity()
@ObjectType({ simpleResolvers: true })
export class Message extends AccountRecord {
  static readonly lockKind = 'message';

  /** What it is for, such as `user_invitation`. */
  @requiredText(63) kind!: string;

  @Property({ type: 'string', length: 5 })
  @Field(() => MessageChannel)
  channel!: MessageChannel;

  /** An email address, or a phone number in E.164. */
  @requiredText() recipient!: string;
  @text() subject: string | null = null;

  /** May hold a code or a link that lets its reader in: never shown, never logged. */
  @Property({ type: 'text', hidden: true })
  body!: string;

  /** The same in HTML, of an email whose template has it. */
  @Property({ type: 'text', nullable: true, hidden: true })
  html: string | null = null;

  @Property({ type: 'string', length: 8 })
  @Field(() => MessageState)
  state = MessageState.QUEUED;

  @requiredInteger() tries = 0;
  /** Why it could not be sent. */
  @text() failure: string | null = null;
  @instant() sentAt: Date | null = null;
  @integer() personId: number | null = null;
  @integer() bookingId: number | null = null;

  /** What of its booking it tells of: no booking has two of the same. */
  @Property({ type: 'string', length: 100, nullable: true })
  occasion: string | null = null;

  /** An iCalendar file that goes with an email. */
  @Property({ type: 'text', nullable: true, hidden: true })
  calendar: string | null = null;
}

@ObjectType()
export class MessageConnection extends connectionOf(Message, 'Message') {}
