import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, Int, ObjectType } from 'type-graphql';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
import { instant, requiredInteger, requiredText } from '../../platform/database/columns.js';
import { describeEnum } from '../../platform/described-enum.js';
import { listCost } from '../../platform/list-cost.js';
import { createConnectionType } from '../records/connection.type.js';
import { reference } from '../records/reference.js';

export enum DeliveryState {
  PENDING = 'pending',
  DELIVERED = 'delivered',
  FAILED = 'failed',
}
describeEnum(DeliveryState, 'DeliveryState', 'The state of a delivery.', {
  PENDING: 'It was not tried, or another attempt is due.',
  DELIVERED: 'The receiver answered with a status of 2xx.',
  FAILED: 'All attempts failed.',
});

/** One attempt to deliver: the response, or the reason why there was none. */
@ObjectType({ simpleResolvers: true, description: 'One attempt to deliver: the response, or why there was none.' })
export class DeliveryAttempt {
  /** ISO 8601 in UTC, because attempts are stored as JSON. */
  at!: string;

  @Field(() => Int, { nullable: true, description: 'The HTTP status of the response. Null if there was none.' })
  status!: number | null;

  @Field(() => String, { nullable: true, description: 'The beginning of the response body.' })
  answer!: string | null;

  @Field(() => String, { nullable: true, description: 'The reason why there was no response.' })
  failure!: string | null;
}

/** The delivery of one change to one webhook (spec, Events: Delivery). */
@Entity()
@ObjectType({ simpleResolvers: true, description: 'The delivery of one change to one webhook.' })
export class WebHookDelivery extends AccountRecord {
  static readonly lockKind = 'web_hook_delivery';

  @requiredInteger()
  @reference('webHook', 'WebHook', { nullable: false, description: 'The webhook that gets the delivery.' })
  webHookId!: number;
  @requiredText({ length: 50, description: 'The cursor of the change in the log.' }) changeCursor!: string;
  @requiredText({ length: 63, description: 'The name of the event.' }) event!: string;
  /** The object of the change; null for a delivery that had ended before this was stored. */
  @Property({ type: 'integer', nullable: true }) objectId: number | null = null;

  @Property({ type: 'uuid' })
  @Field(() => String, { description: 'The same for every attempt.' })
  idempotencyId!: string;

  /** The body of every attempt; null before the first. */
  @Property({ type: 'text', nullable: true, hidden: true })
  payload: string | null = null;

  /** Continues the trace of the change, as a `traceparent` header. */
  @Property({ type: 'string', length: 55, nullable: true, hidden: true })
  traceParent: string | null = null;

  /** Whether the payload and the answers were deleted, a while after the delivery has ended. */
  @Property({ type: 'boolean', hidden: true })
  bodyTrimmed = false;

  @Property({ type: 'string', length: 9 })
  @Field(() => DeliveryState, { description: 'The state of the delivery.' })
  state = DeliveryState.PENDING;

  @Property({ type: 'json', hidden: true })
  @Field(() => [DeliveryAttempt], { complexity: listCost(6), description: 'The attempts, oldest first.' })
  attempts: DeliveryAttempt[] = [];

  @requiredInteger({ description: 'The number of attempts since it was created or last resent.' }) attemptCount = 0;
  @instant({ description: 'When the next attempt is due. Null if there is none.' }) nextAttemptAt: Date | null = null;
}

@ObjectType()
export class WebHookDeliveryConnection extends createConnectionType(WebHookDelivery, 'WebHookDelivery') {}
