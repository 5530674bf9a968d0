import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, InputType, Int, ObjectType } from 'type-graphql';
import type { Role } from '../../outbox/actor.js';
import { AccountRecord, RevisedRecord } from '../../platform/database/account-record.entity.js';
import { instantColumn, integer, requiredInteger, requiredText, text } from '../../platform/database/columns.js';
import type { ConstraintMessagesOf } from '../../platform/database/constraints.js';
import { languageList } from '../../platform/language.js';
import { UserRole } from '../account/permissions.rules.js';
import { DescribedBy } from '../records/attributes.js';
import { createConnectionType } from '../records/connection.type.js';
import { reference } from '../records/reference.js';

/** A member of the account's staff (spec, Account user link). */
@Entity()
@ObjectType({ simpleResolvers: true, description: 'A user of the account.' })
export class AccountUser extends AccountRecord {
  static readonly lockKind = 'user';
  static readonly constraintMessages: ConstraintMessagesOf<AccountUser> = {
    account_user_email_unique: { email: ['has already been taken'] },
  };

  @requiredText({ description: 'The name.' }) name!: string;
  @requiredText({ description: 'The email address, with which the user signs in.' }) email!: string;
  @text({ description: 'The phone number.' }) phoneNumber: string | null = null;

  @text({
    length: 2,
    description: `The language in which the user reads the dashboard: ${languageList}. Null for that of the account.`,
  })
  language: string | null = null;

  /** Null until the user chooses a password. */
  @Property({ type: 'string', length: 255, nullable: true, hidden: true })
  passwordHash: string | null = null;

  /** The hash of the token in the latest invitation link. */
  @Property({ type: 'string', length: 64, nullable: true, hidden: true })
  invitationHash: string | null = null;

  /** When that link expires; null after it was used. */
  @instantColumn()
  invitationExpiresAt: Date | null = null;

  /** Until then the user may sign in with a password, although others must use the identity provider: see `inviteByOperator`. */
  @instantColumn()
  passwordUntil: Date | null = null;
}

/** The role of a user in the account (spec, Account user link). */
@Entity()
@ObjectType({ simpleResolvers: true, description: 'The role of a user in the account.' })
export class ClientUserLink extends RevisedRecord {
  static readonly lockKind = 'user_link';
  static readonly constraintMessages: ConstraintMessagesOf<ClientUserLink> = {
    client_user_link_resource_unique: { resourceId: ['has already been taken'] },
  };

  @requiredInteger()
  @reference('user', 'AccountUser', { nullable: false, description: 'The user.' })
  userId!: number;

  @Property({ type: 'string', length: 7 })
  @Field(() => UserRole, { description: 'The role, which determines the permissions.' })
  role: Role = 'staff';

  @integer({
    description:
      'The id of the resource that the user is, who may ask for its time off. Null, the default, for a user who is none. A resource is one user at most.',
  })
  @reference('resource', 'Resource', { description: 'The resource that the user is. Null for a user who is none.' })
  resourceId: number | null = null;

  user?: AccountUser;
}

@ObjectType()
export class ClientUserLinkConnection extends createConnectionType(ClientUserLink, 'ClientUserLink') {}

const ofResource = 'The id of the resource that the user is. Null for none.';

/** Attributes of a user that can be updated. Absent ones stay unchanged. */
@DescribedBy(AccountUser)
@InputType({ description: 'Attributes of a user. An absent one stays unchanged.' })
export class UserChangesInput {
  @Field(() => String, { nullable: true }) name?: string | null;
  @Field(() => String, { nullable: true }) phoneNumber?: string | null;
  @Field(() => UserRole, { nullable: true, description: 'Null means staff.' }) role?: Role | null;
  @Field(() => Int, { nullable: true, description: ofResource }) resourceId?: number | null;
}

@DescribedBy(AccountUser)
@InputType({
  description: 'Attributes of a new user. One that is left out is empty, unless its description names a default.',
})
export class UserInput {
  @Field(() => String, { nullable: true }) name?: string | null;
  @Field(() => String, { nullable: true }) email?: string | null;
  @Field(() => String, { nullable: true }) phoneNumber?: string | null;
  @Field(() => UserRole, { nullable: true, description: 'Defaults to staff.' }) role?: Role | null;
  @Field(() => Int, { nullable: true, description: ofResource }) resourceId?: number | null;
}
