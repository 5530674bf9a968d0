import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
import { integer, requiredText, text } from '../../platform/database/columns.js';
import type { SecurityEventKind } from './security-event.rules.js';

/** An entry of the security log. Ids of users and keys have no foreign key: the entry outlives them. */
@Entity()
@ObjectType({ simpleResolvers: true, description: 'An entry of the security log of the account.' })
export class SecurityEvent extends AccountRecord {
  @requiredText({ length: 63, description: 'What happened, such as `sign_in.failed`.' }) kind!: SecurityEventKind;
  @integer({ description: 'The id of the user who did it, or as whom it was tried.' }) userId: number | null = null;
  @integer({ description: 'The id of the API key that did it.' }) apiKeyId: number | null = null;
  @text({ description: 'The name of the user or key at that time, or the email address that was tried.' })
  name: string | null = null;
  @requiredText({ length: 63, description: 'The IP address of the client. Empty for a command or a job.' })
  clientAddress!: string;
  @text({ description: 'The `User-Agent` header of the client, at most 255 characters.' })
  userAgent: string | null = null;
  @requiredText({ length: 100, description: 'The id of the request, as in the log of the server.' }) requestId!: string;

  /** Further facts by name, without secrets. */
  @Property({ type: 'json' })
  details: Record<string, unknown> = {};
}
