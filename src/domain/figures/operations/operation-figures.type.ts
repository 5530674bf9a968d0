import { Field, Float, Int, ObjectType } from 'type-graphql';
import { itemsCost } from '../../../platform/list-cost.js';
import { createFiguresType, type Figures } from '../figures.type.js';

@ObjectType({ simpleResolvers: true, description: 'Numbers of deliveries to webhooks by outcome.' })
export class DeliveryCounts {
  @Field(() => Int, { description: 'Deliveries that have not succeeded yet and are retried.' })
  pending!: number;

  @Field(() => Int, { description: 'Deliveries that succeeded.' })
  delivered!: number;

  @Field(() => Int, { description: 'Deliveries that failed at their last attempt.' })
  failed!: number;
}

@ObjectType({ simpleResolvers: true, description: 'Numbers of messages by state.' })
export class MessageCounts {
  @Field(() => Int, { description: 'Messages that wait to be sent.' })
  queued!: number;

  @Field(() => Int, { description: 'Messages that are being sent.' })
  sending!: number;

  @Field(() => Int, { description: 'Messages that were sent.' })
  sent!: number;

  @Field(() => Int, { description: 'Messages that are stored, because no mail server or SMS gateway is configured.' })
  unsent!: number;

  @Field(() => Int, { description: 'Messages that failed at their last attempt.' })
  failed!: number;
}

@ObjectType({
  simpleResolvers: true,
  description: 'Figures of the deliveries and messages that were created in the period, or in that of their group.',
})
export class OperationFigure {
  @Field(() => DeliveryCounts, { description: 'Deliveries to webhooks. Those of deleted webhooks do not count.' })
  deliveries!: DeliveryCounts;

  @Field(() => MessageCounts, { description: 'Messages to people and users.' })
  messages!: MessageCounts;

  @Field(() => Int, {
    description: 'The number of jobs that failed at their last attempt in this time and were not restarted.',
  })
  failedJobs!: number;

  @Field(() => Int, {
    description:
      'Requests with API keys over REST and GraphQL, whatever their answer. A subscription counts once; requests of sessions do not count. They are counted by day, at its start, so a period that begins within a day leaves that day out. Up to 30 seconds late.',
  })
  requests!: number;
}

@ObjectType({ simpleResolvers: true, description: 'The requests with an API key.' })
export class ApiKeyRequestCounts {
  @Field(() => Int, { description: 'The id of the API key.' })
  apiKeyId!: number;

  @Field(() => String, { description: 'The name of the API key.' })
  name!: string;

  @Field(() => Int, { description: 'Its requests in the period, up to 30 seconds late.' })
  requests!: number;
}

@ObjectType({ simpleResolvers: true, description: 'The deliveries of a webhook.' })
export class WebHookDeliveryCounts {
  @Field(() => Int, { description: 'The id of the webhook.' })
  webHookId!: number;

  @Field(() => String, { description: 'The URL of the webhook.' })
  targetUrl!: string;

  @Field(() => DeliveryCounts, { description: 'Its deliveries in the period.' })
  deliveries!: DeliveryCounts;
}

@ObjectType({ simpleResolvers: true, description: 'The messages of a kind.' })
export class MessageKindCounts {
  @Field(() => String, { description: 'The kind, such as `confirmation`.' })
  kind!: string;

  @Field(() => MessageCounts, { description: 'The messages of this kind in the period.' })
  messages!: MessageCounts;
}

@ObjectType({ simpleResolvers: true, description: 'The failed jobs of a name.' })
export class FailedJobCounts {
  @Field(() => String, { description: 'The name, such as `deliver-web-hook`.' })
  name!: string;

  @Field(() => Int, { description: 'The number of jobs of this name that failed in the period.' })
  failedJobs!: number;
}

@ObjectType({
  simpleResolvers: true,
  description: 'The changes of the account for which messages and deliveries have not been created yet.',
})
export class ChangeBacklog {
  @Field(() => Int, { description: 'The number of changes, counted up to 10,000.' })
  changes!: number;

  @Field(() => Float, { description: 'The age of the oldest of them in seconds; 0 without any.' })
  seconds!: number;
}

/** The parts of the whole period, and what is current. */
export interface OperationLists {
  deliveriesByWebHook: readonly WebHookDeliveryCounts[];
  messagesByKind: readonly MessageKindCounts[];
  failedJobsByName: readonly FailedJobCounts[];
  requestsByApiKey: readonly ApiKeyRequestCounts[];
  backlog: ChangeBacklog;
}

@ObjectType({ simpleResolvers: true })
export class OperationFigures
  extends createFiguresType(OperationFigure, 'OperationFigure')
  implements Figures<OperationFigure>
{
  @Field(() => [WebHookDeliveryCounts], {
    description: 'The deliveries of the period by webhook, with webhooks that have none; at most 1,000, by id.',
    complexity: itemsCost,
  })
  deliveriesByWebHook!: WebHookDeliveryCounts[];

  @Field(() => [MessageKindCounts], {
    description: 'The messages of the period by kind, in alphabetical order.',
    complexity: itemsCost,
  })
  messagesByKind!: MessageKindCounts[];

  @Field(() => [FailedJobCounts], {
    description: 'The failed jobs of the period by name, in alphabetical order.',
    complexity: itemsCost,
  })
  failedJobsByName!: FailedJobCounts[];

  @Field(() => [ApiKeyRequestCounts], {
    description:
      'The requests of the period by API key, most first, also of keys that were revoked since; at most 1,000. Keys without requests and deleted ones are left out.',
    complexity: itemsCost,
  })
  requestsByApiKey!: ApiKeyRequestCounts[];

  @Field(() => ChangeBacklog, { description: 'The current backlog, whatever the period.' })
  backlog!: ChangeBacklog;
}
