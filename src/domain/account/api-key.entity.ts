import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, InputType, ObjectType } from 'type-graphql';
import type { Role } from '../../outbox/actor.js';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
import { instantColumn, requiredInteger, requiredText } from '../../platform/database/columns.js';
import { EndOfValidity } from '../../platform/end-of-validity.js';
import { listCost } from '../../platform/list-cost.js';
import { Instant } from '../../platform/scalars.js';
import { createConnectionType } from '../records/connection.type.js';
import { type Permission, PermissionEnum, permissionNames, UserRole } from './permissions.rules.js';

/** A key of the private API; only its hash is stored. The key of a user's session expires. */
@Entity()
@ObjectType({ simpleResolvers: true, description: 'A key of the private API. Its secret is returned only once.' })
export class ApiKey extends AccountRecord {
  /** Distinguishes the keys of an account. The key of a session has the name `Session`. */
  @requiredText() name!: string;

  @Property({ type: 'string', length: 64, hidden: true })
  keyHash!: string;

  /** Null for the key of a session, which has the role of its user. */
  @Property({ type: 'string', length: 7, nullable: true })
  @Field(() => UserRole, { description: 'Determines what requests with the key may do.' })
  role: Role | null = null;

  @Property({ type: 'integer', nullable: true })
  userId: number | null = null;

  @instantColumn()
  @Field(() => Instant, { nullable: true, description: 'From this instant the key is refused. Null means never.' })
  expiresAt: Date | null = null;

  @instantColumn()
  revokedAt: Date | null = null;

  /** Written at most once a minute by each process, outside the change log. */
  @instantColumn({ nullable: true, hidden: true })
  @Field(() => Instant, {
    nullable: true,
    description: 'When a request last used the key, accurate to a minute. Null if it was never used.',
  })
  lastUsedAt: Date | null = null;

  /** The page where a session was begun. Null for the key of an account. */
  @Property({ type: 'string', length: 63, nullable: true, hidden: true })
  clientAddress: string | null = null;

  @Property({ type: 'string', length: 255, nullable: true, hidden: true })
  userAgent: string | null = null;

  @Property({ type: 'text[]' })
  @Field(() => [String], {
    description:
      'Origins such as `https://app.example.org`. If there are any, requests from pages of other origins are refused. Clients outside browsers send no origin.',
    complexity: listCost(5),
  })
  allowedOrigins: string[] = [];

  /** Null for all permissions of the role, also those that a later version adds. */
  @Property({ type: 'text[]', nullable: true })
  @Field(() => [PermissionEnum], {
    nullable: true,
    description:
      'The permissions of the role to which the key is limited. `[READ]` makes it read-only. Null means all of the role.',
    complexity: listCost(permissionNames.length),
  })
  permissions: Permission[] | null = null;

  /** Not in the change log, which everybody may read: they show where the programs of the account run. */
  @Property({ type: 'text[]', hidden: true })
  @Field(() => [String], {
    description:
      'Networks such as `203.0.113.0/24` or `2001:db8::/32`. If there are any, requests from other addresses are refused.',
    complexity: listCost(5),
  })
  allowedNetworks: string[] = [];

  @requiredInteger() revisionCount = 0;
}

@ObjectType()
export class ApiKeyConnection extends createConnectionType(ApiKey, 'ApiKey') {}

@ObjectType({ simpleResolvers: true, description: 'A new API key with its secret.' })
export class NewApiKey {
  @Field(() => ApiKey, { description: 'The key.' })
  apiKey!: ApiKey;

  @Field(() => String, {
    description: 'The secret that clients send as `Authorization: Bearer …`. It is returned only once.',
  })
  secret!: string;
}

@InputType()
class ApiKeyRestrictions {
  @EndOfValidity()
  @Field(() => Instant, {
    nullable: true,
    description:
      'When the key stops working, in the future. A date alone includes that day. Null means never, the default.',
  })
  expiresAt?: Date | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'At most 20 origins such as `https://app.example.org`. Requests from pages of other origins are refused. Null or empty, the default, allows all origins.',
  })
  allowedOrigins?: string[] | null;

  @Field(() => [PermissionEnum], {
    nullable: true,
    description:
      'Permissions of the role to which the key is limited. `READ` is implied, and `[READ]` alone makes it read-only. Null, the default, means all of the role.',
  })
  permissions?: Permission[] | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'At most 20 networks such as `203.0.113.0/24` or `2001:db8::/32`, or single addresses. Requests from other addresses are refused. Null or empty, the default, allows all addresses.',
  })
  allowedNetworks?: string[] | null;
}

@InputType({ description: 'Attributes of a new API key.' })
export class NewApiKeyInput extends ApiKeyRestrictions {
  @Field(() => String, { description: 'The name, which distinguishes the keys.' })
  name!: string;

  @Field(() => UserRole, { description: 'The role, which determines what the key may do.' })
  role!: Role;
}

@InputType({ description: 'Attributes of an API key. An absent one stays unchanged.' })
export class ApiKeyInput extends ApiKeyRestrictions {
  @Field(() => String, { nullable: true, description: 'The name, which distinguishes the keys. It cannot be cleared.' })
  name?: string | null;

  @Field(() => UserRole, {
    nullable: true,
    description: 'The role, which determines what the key may do. It cannot be cleared.',
  })
  role?: Role | null;
}
