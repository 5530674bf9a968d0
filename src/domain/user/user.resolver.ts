import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { ComputedField } from '../records/computed-field.js';
import { ListQuery, type ListRequest, readList } from '../records/list.js';
import {
  createClientUser,
  deleteClientUser,
  type InvitedLink,
  inviteClientUser,
  type LinkWithUser,
  updateClientUser,
} from './user.actions.js';
import { ClientUserLink, ClientUserLinkConnection, UserChangesInput, UserInput } from './user.entity.js';
import { ClientUserFilter, clientUserList } from './user.queries.js';

@Resolver(() => ClientUserLink)
export class UserResolver {
  @RequiresPermission('users')
  @Query(() => ClientUserLink, { description: 'One user of the account.' })
  clientUser(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<ClientUserLink> {
    return context.db.get(ClientUserLink, id);
  }

  @RequiresPermission('users')
  @ListQuery(clientUserList, { isWhole: true, description: 'The users of the account.' })
  clientUsers(context: RequestContext, request: ListRequest<ClientUserFilter>): ClientUserLinkConnection {
    return readList(context, clientUserList, request);
  }

  @RequiresPermission('users')
  @Mutation(() => ClientUserLink, { description: 'Creates a user and sends a link to choose a password.' })
  createClientUser(
    @Arg('input', () => UserInput) input: UserInput,
    @Ctx() context: RequestContext,
  ): Promise<ClientUserLink> {
    return createClientUser(context, input);
  }

  @RequiresPermission('users')
  @Mutation(() => ClientUserLink, { description: 'Sends a new link to choose a password. Earlier links stop working.' })
  inviteClientUser(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<ClientUserLink> {
    return inviteClientUser(context, id);
  }

  @ComputedField(() => String, {
    nullable: true,
    description:
      'The link to choose a password, for you to pass on: only in the answer to the mutation that made it, and only if this server sends no email.',
  })
  invitationLink(link: Partial<InvitedLink>): string | null {
    return link.invitationLink ?? null;
  }

  @RequiresPermission('users')
  @Mutation(() => ClientUserLink, {
    description: 'A new role takes effect with the next request. The last admin must remain an admin.',
  })
  updateClientUser(
    @Arg('id', () => Int) id: number,
    @Arg('input', () => UserChangesInput) input: UserChangesInput,
    @Arg('ifRevision', () => Int, { nullable: true }) ifRevision: number | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<ClientUserLink> {
    return updateClientUser(context, id, input, ifRevision);
  }

  @RequiresPermission('users')
  @Mutation(() => ClientUserLink, {
    description: 'Deletes a user and ends its sessions. The last admin cannot be deleted.',
  })
  deleteClientUser(
    @Arg('id', () => Int) id: number,
    @Arg('ifRevision', () => Int, { nullable: true }) ifRevision: number | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<LinkWithUser> {
    return deleteClientUser(context, id, ifRevision);
  }
}
