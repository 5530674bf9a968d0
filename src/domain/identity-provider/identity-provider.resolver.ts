import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { removeIdentityProvider, setIdentityProvider } from './identity-provider.actions.js';
import { IdentityProvider } from './identity-provider.entity.js';
import { IdentityProviderInput } from './identity-provider.input.js';
import { findIdentityProvider, redirectUriOf } from './identity-provider.queries.js';

@Resolver(() => IdentityProvider)
export class IdentityProviderResolver {
  @RequiresPermission('users')
  @Query(() => IdentityProvider, {
    nullable: true,
    description: 'The identity provider of the account. Null if its users sign in with passwords only.',
  })
  identityProvider(@Ctx() { db }: RequestContext): Promise<IdentityProvider | null> {
    return findIdentityProvider(db);
  }

  @RequiresPermission('users')
  @Mutation(() => IdentityProvider, {
    description:
      'Sets the identity provider of the account, in place of another. A new issuer is read and checked before it is stored.',
  })
  setIdentityProvider(
    @Arg('input', () => IdentityProviderInput) input: IdentityProviderInput,
    @Ctx() context: RequestContext,
  ): Promise<IdentityProvider> {
    return setIdentityProvider(context, input);
  }

  @RequiresPermission('users')
  @Mutation(() => IdentityProvider, {
    description: 'Removes the identity provider of the account. Its users stay, and sign in with passwords.',
  })
  removeIdentityProvider(@Ctx() context: RequestContext): Promise<IdentityProvider> {
    return removeIdentityProvider(context);
  }

  @RequiresPermission('users')
  @Query(() => String, {
    nullable: true,
    description:
      'The redirect URI to register at the identity provider. Null if the server does not know its address: its operator must set PUBLIC_URL.',
  })
  identityProviderRedirectUri(@Ctx() { address }: RequestContext): string | null {
    return address === '' ? null : redirectUriOf(address);
  }
}
