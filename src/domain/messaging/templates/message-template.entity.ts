import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { AccountRecord } from '../../../platform/database/account-record.entity.js';
import { customData, flag, requiredLongText, text } from '../../../platform/database/columns.js';
import type { Lockable } from '../../../platform/database/locks.js';
import { listCost } from '../../../platform/list-cost.js';
import type { CustomData } from '../../../platform/scalars.js';
import { connectionOf } from '../../connection.js';

export enum MessageTemplateType {
  CONFIRMATION = 'confirmation',
  REMINDER = 'reminder',
  FOLLOW_UP = 'follow_up',
}
registerEnumType(MessageTemplateType, {
  name: 'MessageTemplateType',
  description: 'What of a booking its message is timed by: its creation, its start or its end.',
});

export enum DeliveryType {
  EMAIL = 'email',
  SMS = 'sms',
}
registerEnumType(DeliveryType, { name: 'DeliveryType', description: 'How a message is sent.' });

/** A message that bookings are to send (contract of message templates). */
@Entity()
@ObjectType({ simpleResolvers: true })
export class MessageTemplate extends AccountRecord {
  static readonly lockKind = 'message_template';

  @Property({ type: 'string', length: 12 })
  @Field(() => MessageTemplateType)
  messageType!: MessageTemplateType;

  @Property({ type: 'string', length: 5 })
  @Field(() => DeliveryType)
  deliveryType!: DeliveryType;

  /** Of an email. */
  @text() subject: string | null = null;
  /** Liquid. */
  @requiredLongText() template!: string;
  /** An English period, `3 hours ago`, from what the message is timed by; null is that moment itself. */
  @text(100) deliveryTiming: string | null = null;
  @flag() active = true;

  /** When it was planned for the bookings that there were, as it is. */
  @Property({ type: 'Date', columnType: 'timestamptz(3)', nullable: true, hidden: true })
  appliedAt: Date | null = null;

  @customData() customData: CustomData | null = null;

  /** Ids, ascending, from a table of their own. */
  @Property({ type: 'integer[]', persist: false })
  @Field(() => [Int], {
    description: 'The services whose bookings send it; all of them when empty.',
    complexity: listCost(10),
  })
  services: number[] = [];
}

/** Locked while a planned message is sent. It has a table, but no entity. */
export const plannedMessageKind = { lockKind: 'planned_message' } as const satisfies Lockable;

@ObjectType()
export class MessageTemplateConnection extends connectionOf(MessageTemplate, 'MessageTemplate') {}
