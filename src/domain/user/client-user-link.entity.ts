import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import type { Role } from '../../outbox/actor.js';
import { RevisedRecord } from '../../platform/database/account-record.entity.js';
import { requiredInteger } from '../../platform/database/columns.js';
import { UserRole } from '../account/permissions.rules.js';
import { createConnectionType } from '../records/connection.type.js';
import { reference } from '../records/reference.js';
import { AccountUser } from './account-user.entity.js';

/** The role of a user in the account (spec, Account user link). */
@Entity()
@ObjectType({ simpleResolvers: true, description: 'The role of a user in the account.' })
export class ClientUserLink extends RevisedRecord {
  static readonly lockKind = 'user_link';

  @requiredInteger()
  @reference('user', 'AccountUser', { nullable: false, description: 'The user.' })
  userId!: number;

  @Property({ type: 'string', length: 7 })
  @Field(() => UserRole, { description: 'The role, which determines the permissions.' })
  role: Role = 'staff';

  user?: AccountUser;
}

@ObjectType()
export class ClientUserLinkConnection extends createConnectionType(ClientUserLink, 'ClientUserLink') {}
