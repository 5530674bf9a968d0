import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, InputType, Int, ObjectType } from 'type-graphql';
import { RevisedRecord } from '../../../platform/database/account-record.entity.js';
import type { Lockable } from '../../../platform/database/account-transaction.js';
import { customData, flag, instantColumn, requiredLongText, text } from '../../../platform/database/columns.js';
import { describeEnum } from '../../../platform/described-enum.js';
import { listCost } from '../../../platform/list-cost.js';
import { type CustomData, CustomDataObject } from '../../../platform/scalars.js';
import { DescribedBy } from '../../records/attributes.js';
import { createConnectionType } from '../../records/connection.type.js';

export enum MessageTemplateType {
  CONFIRMATION = 'confirmation',
  REMINDER = 'reminder',
  FOLLOW_UP = 'follow_up',
}
describeEnum(
  MessageTemplateType,
  'MessageTemplateType',
  'The moment that times the message: the creation, start or end of the booking.',
  {
    CONFIRMATION: 'The creation of the booking.',
    REMINDER: 'The start of the booking.',
    FOLLOW_UP: 'The end of the booking.',
  },
);

export enum DeliveryType {
  EMAIL = 'email',
  SMS = 'sms',
}
describeEnum(DeliveryType, 'DeliveryType', 'The way in which a message is sent.', {
  EMAIL: 'By email.',
  SMS: 'By SMS.',
});

/** A template of the messages that bookings send (contract of message templates). */
@Entity()
@ObjectType({ simpleResolvers: true, description: 'A template of the messages that bookings send.' })
export class MessageTemplate extends RevisedRecord {
  static readonly lockKind = 'message_template';

  @Property({ type: 'string', length: 12 })
  @Field(() => MessageTemplateType, { description: 'The moment that times the message.' })
  messageType!: MessageTemplateType;

  @Property({ type: 'string', length: 5 })
  @Field(() => DeliveryType, { description: 'The way in which the message is sent.' })
  deliveryType!: DeliveryType;

  @text({ description: 'The subject of an email, in Liquid.' }) subject: string | null = null;
  @requiredLongText({ description: 'The body, in Liquid.' }) template!: string;
  @text({
    length: 100,
    description: 'A period in English such as `3 hours ago`, relative to that moment. Null: at that moment.',
  })
  deliveryTiming: string | null = null;
  @flag({ description: 'Whether messages are sent. True by default.' }) active = true;

  /** When messages of the current template were planned for existing bookings; null if they have not been. */
  @instantColumn({ nullable: true, hidden: true })
  appliedAt: Date | null = null;

  @customData() customData: CustomData | null = null;

  /** Ids in ascending order, stored in a table of their own. */
  @Property({ type: 'integer[]', persist: false })
  @Field(() => [Int], {
    description: 'Ids of the services whose bookings send the message. Empty, the default, means all services.',
    complexity: listCost(10),
  })
  services: number[] = [];
}

/** The lock of a planned message while it is sent. Planned messages have a table but no entity. */
export const plannedMessageKind = { lockKind: 'planned_message' } as const satisfies Lockable;

@ObjectType()
export class MessageTemplateConnection extends createConnectionType(MessageTemplate, 'MessageTemplate') {}

/** Attributes of a message template. An absent field keeps its value; null clears it or restores the default. */
@DescribedBy(MessageTemplate)
@InputType({
  description:
    'Attributes of a message template. An absent one stays unchanged. Null clears it or restores its default.',
})
export class MessageTemplateInput {
  @Field(() => MessageTemplateType, { nullable: true }) messageType?: MessageTemplateType | null;
  @Field(() => DeliveryType, { nullable: true }) deliveryType?: DeliveryType | null;
  @Field(() => String, { nullable: true }) subject?: string | null;
  @Field(() => String, { nullable: true }) template?: string | null;
  @Field(() => String, { nullable: true }) deliveryTiming?: string | null;
  @Field(() => Boolean, { nullable: true }) active?: boolean | null;
  @Field(() => [Int], { nullable: true }) services?: number[] | null;
  @Field(() => CustomDataObject, { nullable: true }) customData?: CustomData | null;
}
