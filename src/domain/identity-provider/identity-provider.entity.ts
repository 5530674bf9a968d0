import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import type { Role } from '../../outbox/actor.js';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
import { flag, requiredText, sealedText, text } from '../../platform/database/columns.js';
import { listCost } from '../../platform/list-cost.js';
import { UserRole } from '../account/permissions.rules.js';

/** The column of the sealed secret. */
export const clientSecretColumn = 'identity_provider.client_secret';

@ObjectType({ simpleResolvers: true, description: 'The role of the users of a group at the identity provider.' })
export class GroupRole {
  @Field(() => String, { description: 'The name or id of the group, as the provider sends it.' }) group!: string;
  @Field(() => UserRole, { description: 'The role of its users. Of several groups, the highest role applies.' })
  role!: Role;
}

@Entity()
@ObjectType({
  simpleResolvers: true,
  description: 'The OpenID Connect provider of the account, by which its users sign in. Its secret is never shown.',
})
export class IdentityProvider extends AccountRecord {
  static readonly lockKind = 'identity_provider';

  @requiredText({ description: 'The URL of the provider, exactly as it calls itself: its `iss`.' }) issuer!: string;
  @requiredText({ description: 'The id of this server at the provider.' }) clientId!: string;

  /** Authenticates this server at the provider. */
  @sealedText(clientSecretColumn)
  clientSecret!: string;

  @requiredText({ description: 'The name on the button to sign in.' }) name!: string;

  @text({
    description:
      'The claim with the groups of a user, such as `groups`, or `realm_access.roles` for a claim within another. Null if groups give no roles.',
  })
  groupsClaim: string | null = null;

  @Property({ type: 'json' })
  @Field(() => [GroupRole], { description: 'The roles of groups.', complexity: listCost(10) })
  groupRoles: GroupRole[] = [];

  @Property({ type: 'string', length: 7, nullable: true })
  @Field(() => UserRole, {
    nullable: true,
    description: 'The role of users without a group that has one. Null means that they cannot sign in.',
  })
  defaultRole: Role | null = null;

  @flag({
    description:
      'Whether email addresses count as verified although the provider does not say so. Only for a provider where users cannot choose their address.',
  })
  trustsEmail = false;

  @flag({ description: 'Whether users sign in by the provider only: passwords and links to choose one are refused.' })
  required = false;

  @flag({ description: 'Whether users can sign in by it.' }) active = true;
}

/**
 * The identity of a user at a provider. Without a user, it is that of one who was deleted. Kept if the provider is
 * replaced, because subjects are only unique within an issuer.
 */
@Entity()
export class IdentityLink extends AccountRecord {
  static readonly lockKind = 'identity_link';

  @Property({ type: 'string', length: 255 })
  issuer!: string;

  @Property({ type: 'string', length: 255 })
  subject!: string;

  @Property({ type: 'integer', nullable: true })
  userId: number | null = null;
}
