import { Entity } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
import { flag, requiredText, secretText } from '../../platform/database/columns.js';
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
}

@ObjectType()
export class WebHookConnection extends createConnectionType(WebHook, 'WebHook') {}
