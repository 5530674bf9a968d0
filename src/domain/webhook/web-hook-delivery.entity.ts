import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
import { instant, requiredInteger, requiredText } from '../../platform/database/columns.js';
import { listCost } from '../../platform/list-cost.js';
import { Instant } from '../../platform/scalars.js';
import { connectionOf } from '../connection.js';

export enum DeliveryState {
  PENDING = 'pending',
  DELIVERED = 'delivered',
  FAILED = 'failed',
}
registerEnumType(DeliveryState, { name: 'DeliveryState' });

/** One try to deliver: an answer, or the reason why there was none. */
@ObjectType({ simpleResolvers: true })
export class DeliveryAttempt {
  @Field(() => Instant)
  at!: string;

  @Field(() => Int, { nullable: true })
  status!: number | null;

  @Field(() => String, { nullable: true, description: 'The beginning of what was answered.' })
  answer!: string | null;

  @Field(() => String, { nullable: true, description: 'Why there was no answer.' })
  failure!: string | null;
}

/** What one webhook is told of one change (spec, Events: Delivery). */
@Entity()
@ObjectType({ simpleResolvers: true })
export class WebHookDelivery extends AccountRecord {
  static readonly lockKind = 'web_hook_delivery';

  @requiredInteger() webHookId!: number;
  /** Where the change stands in the log. */
  @requiredText(50) changeCursor!: string;
  @requiredText(63) event!: string;
  /** The object of the change; null for a delivery that had ended before this was stored. */
  @Property({ type: 'integer', nullable: true }) objectId: number | null = null;

  @Property({ type: 'uuid' })
  @Field(() => String, { description: 'The same for every try.' })
  idempotencyId!: string;

  /** The very text that is sent, from the first try on. */
  @Property({ type: 'text', nullable: true, hidden: true })
  payload: string | null = null;

  @Property({ type: 'string', length: 9 })
  @Field(() => DeliveryState)
  state = DeliveryState.PENDING;

  @Property({ type: 'json', hidden: true })
  @Field(() => [DeliveryAttempt], { complexity: listCost(6) })
  attempts: DeliveryAttempt[] = [];

  /** Since it was last to be sent: by the change, or again by hand. */
  @requiredInteger() tries = 0;
  @instant() nextTryAt: Date | null = null;
}

@ObjectType()
export class WebHookDeliveryConnection extends connectionOf(WebHookDelivery, 'WebHookDelivery') {}
