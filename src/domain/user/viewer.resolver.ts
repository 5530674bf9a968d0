import { Ctx, FieldResolver, Query, Resolver } from 'type-graphql';
import { DomainError } from '../../platform/errors.js';
import { Account } from '../account/account.entity.js';
import { isGranted, permissionNames, RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { ComputedField } from '../records/computed-field.js';
import { AccountUser } from './account-user.entity.js';
import { Viewer } from './viewer.type.js';

@Resolver(() => Viewer)
export class ViewerResolver {
  @RequiresPermission('read')
  @Query(() => Viewer, { description: 'Who makes the request, and what it may do.' })
  viewer(@Ctx() { actor }: RequestContext): Viewer {
    if (!('role' in actor)) throw new DomainError('FORBIDDEN', 'Only API keys and users have a role');
    const { role } = actor;
    const userId = actor.kind === 'user' ? actor.id : null;
    return { role, permissions: permissionNames.filter((name) => isGranted(role, name)), userId };
  }

  @FieldResolver(() => Account, { description: 'The account that the key belongs to.' })
  account(@Ctx() { db }: RequestContext): Promise<Account> {
    return db.own(Account);
  }

  @ComputedField(() => AccountUser, { nullable: true, description: 'The signed-in user. Null for an API key.' })
  async user({ userId }: Viewer, { db }: RequestContext): Promise<AccountUser | null> {
    return userId === null ? null : db.get(AccountUser, userId);
  }
}
