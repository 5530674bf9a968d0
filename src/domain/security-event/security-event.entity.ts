import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
import { integer, requiredInteger, requiredText, text } from '../../platform/database/columns.js';
import { JsonObject } from '../../platform/scalars.js';
import { type AccessInterface, accessInterfaces } from '../context.js';
import { type SecurityEventKind, securityEventKinds } from './security-event.rules.js';

const kinds = Object.entries(securityEventKinds).map(([kind, description]) => `- \`${kind}\`: ${description}`);
const interfaces = Object.entries(accessInterfaces).map(([name, meaning]) => `\`${name}\` (${meaning})`);

/**
 * An entry of the security log. Ids of users and keys have no foreign key: the entry outlives them. Repeated refusals are
 * one entry.
 */
@Entity()
@ObjectType({ simpleResolvers: true, description: 'An entry of the security log of the account.' })
export class SecurityEvent extends AccountRecord {
  @requiredText({ length: 63, description: `The event:\n${kinds.join('\n')}` }) kind!: SecurityEventKind;
  @integer({ description: 'The id of the user who did it, or as whom it was tried.' }) userId: number | null = null;
  @integer({ description: 'The id of the API key that did it.' }) apiKeyId: number | null = null;
  @text({
    description:
      'The name of that user or key at that time, the email address that was tried, or `operator` for a command of the operator.',
  })
  name: string | null = null;

  @integer({ description: 'The id of another user whom it concerns.' }) aboutUserId: number | null = null;
  @integer({ description: 'The id of another API key that it concerns.' }) aboutApiKeyId: number | null = null;
  @text({ description: 'The name of the user or key that it concerns, at that time.' })
  aboutName: string | null = null;

  @requiredText({ length: 15, description: `The interface: ${interfaces.join(', ')}.` })
  interface: AccessInterface = 'server';

  @requiredText({
    length: 63,
    description: 'The IP address of the client. Empty for a command or a job, and for refusals of several clients.',
  })
  clientAddress!: string;

  @text({ description: 'The `User-Agent` header of the client, at most 255 characters.' })
  userAgent: string | null = null;
  @requiredText({
    length: 100,
    description: 'The id of the request, as in the log of the server. Of repeated ones the first.',
  })
  requestId!: string;
  @requiredInteger({
    description:
      'The number of times that it happened from `createdAt` to `updatedAt`. Refusals of one client within a minute are one entry; after 300 entries in an hour, those of all clients.',
  })
  eventCount = 1;

  /** Further facts by name, without secrets. */
  @Property({ type: 'json' })
  @Field(() => JsonObject, { description: 'Further facts by name, such as the role of a new user.' })
  details: Record<string, unknown> = {};

  /** Identifies the refusals of one client and minute. */
  @Property({ type: 'string', length: 100, nullable: true, hidden: true })
  repeatKey: string | null = null;
}
