import { Field, ObjectType } from 'type-graphql';
import { Instant } from '../../platform/scalars.js';
import { Message } from '../messaging/delivery/message.entity.js';
import { createConnectionType } from '../records/connection.type.js';
import { WebHookDelivery } from '../web-hook/web-hook-delivery.entity.js';
import { Change } from './change-feed.type.js';

/** The kinds of entries. Entries of the same time are in this order: a cause comes before its effect. */
export const timelineSources = ['change', 'message', 'delivery'] as const;
export type TimelineSource = (typeof timelineSources)[number];

@ObjectType({
  simpleResolvers: true,
  description: 'An event in the history of a booking: a change, or the beginning of a message or of a delivery.',
})
export class TimelineEntry {
  source!: TimelineSource;
  /** The id of the change in the log, of the message or of the delivery. */
  id!: string;

  @Field(() => Instant, {
    description:
      'When the change was made, or the message or the delivery was created. In a sandbox in real time, except for messages whose changes were deleted from the log.',
  })
  at!: Date;

  @Field(() => Change, { nullable: true, description: 'The change of the booking. Null for other entries.' })
  change!: Change | null;

  @Field(() => Message, { nullable: true, description: 'The message about the booking. Null for other entries.' })
  message!: Message | null;

  @Field(() => WebHookDelivery, {
    nullable: true,
    description: 'The delivery of a change of the booking to a webhook, with its attempts. Null for other entries.',
  })
  delivery!: WebHookDelivery | null;
}

@ObjectType()
export class TimelineEntryConnection extends createConnectionType(TimelineEntry, 'TimelineEntry') {}
