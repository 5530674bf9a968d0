import { Arg, Ctx, FieldResolver, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Stored } from '../../platform/database/rows.js';
import { RequiresPermission } from '../account/permission-check.js';
import { getRow } from '../attributes.js';
import { unpagedListCost } from '../connection.type.js';
import type { RequestContext } from '../context.js';
import { AccountUser } from './account-user.entity.js';
import { ClientUserLink, ClientUserLinkConnection } from './client-user-link.entity.js';
import { createClientUser, inviteClientUser } from './user.actions.js';
import { UserChangesInput, UserInput } from './user.input.js';
import { getClientUser, listClientUsers } from './user.queries.js';
import { deleteClientUser, type LinkWithUser, updateClientUser } from './user-changes.actions.js';

@Resolver(() => ClientUserLink)
export class UserResolver {
  @RequiresPermission('users')
  @Query(() => ClientUserLink)
  clientUser(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<Stored<ClientUserLink>> {
    return getClientUser(context, id);
  }

  @RequiresPermission('users')
  @Query(() => ClientUserLinkConnection, { complexity: unpagedListCost })
  clientUsers(@Ctx() context: RequestContext): ClientUserLinkConnection {
    return listClientUsers(context);
  }

  @RequiresPermission('users')
  @Mutation(() => ClientUserLink, { description: 'Creates a user and sends a link to choose a password.' })
  createClientUser(
    @Arg('input', () => UserInput) input: UserInput,
    @Ctx() context: RequestContext,
  ): Promise<Stored<ClientUserLink>> {
    return createClientUser(context, input);
  }

  @RequiresPermission('users')
  @Mutation(() => ClientUserLink, { description: 'Sends a new link to choose a password. Earlier links stop working.' })
  inviteClientUser(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<Stored<ClientUserLink>> {
    return inviteClientUser(context, id);
  }

  @RequiresPermission('users')
  @Mutation(() => ClientUserLink, {
    description: 'A new role takes effect with the next request. The last admin must remain an admin.',
  })
  updateClientUser(
    @Arg('id', () => Int) id: number,
    @Arg('input', () => UserChangesInput) input: UserChangesInput,
    @Ctx() context: RequestContext,
  ): Promise<Stored<ClientUserLink>> {
    return updateClientUser(context, id, input);
  }

  @RequiresPermission('users')
  @Mutation(() => ClientUserLink, {
    description: 'Deletes a user and ends its sessions. The last admin cannot be deleted.',
  })
  deleteClientUser(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<LinkWithUser> {
    return deleteClientUser(context, id);
  }

  @FieldResolver(() => AccountUser)
  async user(@Root() { userId, user }: LinkWithUser, @Ctx() { db }: RequestContext): Promise<Stored<AccountUser>> {
    return user ?? getRow(db, AccountUser, userId);
  }
}
