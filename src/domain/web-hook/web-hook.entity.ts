import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
import { flag, instantColumn, requiredText, secretText, text } from '../../platform/database/columns.js';
import { createConnectionType } from '../connection.type.js';

/** A subscription that delivers changes to a URL (spec, Webhook). */
@Entity()
@ObjectType({ simpleResolvers: true })
export class WebHook extends AccountRecord {
  static readonly lockKind = 'web_hook';

  @flag() active = true;
  /** Secret, because it may contain credentials. */
  @secretText(2048) targetUrl!: string;
  /** The subscribed events, such as `booking.created`, `booking.*` or `*`. */
  @requiredText(63) event!: string;
  /** Why the server has switched it off; null if it has not. */
  @text() pausedReason: string | null = null;

  /** Deliveries that failed at their last attempt since one succeeded, or since the webhook was switched on. */
  @Property({ type: 'integer', hidden: true })
  failureCount = 0;

  /** When the first of them failed, in server time. */
  @instantColumn({ nullable: true, hidden: true })
  failingSince: Date | null = null;
}

@ObjectType()
export class WebHookConnection extends createConnectionType(WebHook, 'WebHook') {}
