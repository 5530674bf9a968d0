import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, InputType, ObjectType } from 'type-graphql';
import { RevisedRecord } from '../../platform/database/account-record.entity.js';
import {
  flag,
  instant,
  instantColumn,
  requiredText,
  sealedText,
  secretText,
  text,
} from '../../platform/database/columns.js';
import { DescribedBy } from '../records/attributes.js';
import { createConnectionType } from '../records/connection.type.js';

/** A subscription that delivers changes to a URL (spec, Webhook). */
@Entity()
@ObjectType({ simpleResolvers: true, description: 'A subscription that delivers changes to a URL.' })
export class WebHook extends RevisedRecord {
  static readonly lockKind = 'web_hook';

  @flag({ description: 'Whether events are delivered.' }) active = true;
  /** Secret, because it may contain credentials. */
  @secretText({ length: 2048, description: 'The URL to which events are sent.' }) targetUrl!: string;
  @requiredText({
    length: 63,
    description: 'The events: a name such as `booking.created`, a group such as `booking.*`, or `*`.',
  })
  event!: string;
  @text({
    description:
      'The reason why the server has switched it off: its deliveries have failed for days. Null if it has not. `active: true` clears it.',
  })
  pausedReason: string | null = null;

  /** Signs the deliveries. Null for those of older versions until it is rotated: the secret of the account signs them. */
  @sealedText('web_hook.secret', { nullable: true })
  secret: string | null = null;

  /** The secret before the last rotation, which signs until `formerSecretUntil`. */
  @sealedText('web_hook.former_secret', { nullable: true })
  formerSecret: string | null = null;

  @instant({
    description:
      'The time until which deliveries are also signed with the secret before the last rotation. Null if it was not rotated.',
  })
  formerSecretUntil: Date | null = null;

  /** Deliveries that failed at their last attempt since one succeeded, or since the webhook was switched on. */
  @Property({ type: 'integer', hidden: true })
  failureCount = 0;

  /** When the first of them failed, in server time. */
  @instantColumn({ nullable: true, hidden: true })
  failingSince: Date | null = null;
}

@ObjectType()
export class WebHookConnection extends createConnectionType(WebHook, 'WebHook') {}

/** Attributes of a webhook. An absent field keeps its value. */
@DescribedBy(WebHook)
@InputType({ description: 'Attributes of a webhook. An absent one stays unchanged.' })
export class WebHookInput {
  @Field(() => String, { nullable: true }) targetUrl?: string | null;
  @Field(() => String, { nullable: true }) event?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether events are delivered; true by default. Deactivating a webhook drops its pending deliveries. After reactivation it gets only new events.',
  })
  active?: boolean | null;
}
