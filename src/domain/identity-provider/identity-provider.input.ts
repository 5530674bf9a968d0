import { Field, InputType } from 'type-graphql';
import type { Role } from '../../outbox/actor.js';
import { UserRole } from '../account/permissions.rules.js';
import { DescribedBy } from '../records/attributes.js';
import { GroupRole, IdentityProvider } from './identity-provider.entity.js';

@DescribedBy(GroupRole)
@InputType({ description: 'The role of the users of a group at the identity provider.' })
export class GroupRoleInput {
  @Field(() => String) group!: string;
  @Field(() => UserRole) role!: Role;
}

@DescribedBy(IdentityProvider)
@InputType({
  description:
    'The identity provider of the account, in place of another. An attribute that is left out has its default, except for the secret, which stays as it is.',
})
export class IdentityProviderInput {
  @Field(() => String) issuer!: string;
  @Field(() => String) clientId!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'The secret of this server at the provider. Required with another issuer or client id. It is stored, but never shown.',
  })
  clientSecret?: string | null;

  @Field(() => String) name!: string;
  @Field(() => String, { nullable: true }) groupsClaim?: string | null;
  @Field(() => [GroupRoleInput], { nullable: true, description: 'The roles of at most 100 groups. None by default.' })
  groupRoles?: GroupRoleInput[] | null;
  @Field(() => UserRole, { nullable: true }) defaultRole?: Role | null;
  @Field(() => Boolean, { nullable: true }) trustsEmail?: boolean | null;
  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether users sign in by the provider only: passwords and links to choose one are refused. False by default. An admin must have signed in by the provider before.',
  })
  required?: boolean | null;
  @Field(() => Boolean, { nullable: true, description: 'Whether users can sign in by it. True by default.' })
  active?: boolean | null;
}
