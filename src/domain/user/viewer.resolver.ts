import { Ctx, Field, FieldResolver, ObjectType, Query, Resolver } from 'type-graphql';
import type { Role } from '../../outbox/actor.js';
import { DomainError } from '../../platform/errors.js';
import { listCost } from '../../platform/list-cost.js';
import { Account } from '../account/account.entity.js';
import {
  type Permission,
  PermissionEnum,
  permissionNames,
  permissionsOf,
  RequiresPermission,
  UserRole,
} from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { ComputedField } from '../records/computed-field.js';
import { Resource } from '../resource/resource.entity.js';
import { readOwnSecondFactor } from '../second-factor/second-factor.actions.js';
import { SecondFactor } from '../second-factor/second-factor.queries.js';
import { AccountUser, ClientUserLink } from './user.entity.js';
import { loadSessions, maxSessions, UserSession, usualSessions } from './user-session.queries.js';

/** The sender of a request. */
@ObjectType({
  simpleResolvers: true,
  description: 'The actor of the request: an API key or a user, and what it may do.',
})
export class Viewer {
  @Field(() => UserRole, { description: 'The role of the user, or of the API key.' })
  role!: Role;

  @Field(() => [PermissionEnum], {
    description:
      'The permissions of the role, and of these those that the key is limited to, so that a dashboard can hide the rest.',
    complexity: listCost(permissionNames.length),
  })
  permissions!: readonly Permission[];

  /** Null for an API key. */
  userId!: number | null;
}

@Resolver(() => Viewer)
export class ViewerResolver {
  @RequiresPermission('read')
  @Query(() => Viewer, { description: 'The actor of the request, and what it may do.' })
  viewer(@Ctx() { actor }: RequestContext): Viewer {
    if (!('role' in actor)) throw new DomainError('FORBIDDEN', 'Only API keys and users have a role');
    const { role } = actor;
    const userId = actor.kind === 'user' ? actor.id : null;
    return { role, permissions: permissionsOf(actor), userId };
  }

  @FieldResolver(() => Account, { description: 'The account that the key belongs to.' })
  account(@Ctx() { db }: RequestContext): Promise<Account> {
    return db.own(Account);
  }

  @ComputedField(() => AccountUser, { nullable: true, description: 'The signed-in user. Null for an API key.' })
  async user({ userId }: Viewer, { db }: RequestContext): Promise<AccountUser | null> {
    return userId === null ? null : db.get(AccountUser, userId);
  }

  @ComputedField(() => Resource, {
    nullable: true,
    description: 'The resource that the user is, who may ask for its time off. Null for others.',
  })
  async resource({ userId }: Viewer, { db }: RequestContext): Promise<Resource | null> {
    if (userId === null) return null;
    const [link] = await db.rows(ClientUserLink, { userId }, { limit: 1 });
    return link?.resourceId ? db.get(Resource, link.resourceId) : null;
  }

  @ComputedField(() => SecondFactor, {
    nullable: true,
    description: 'The second factor that the user proves beside the password to sign in. Null for an API key.',
  })
  async secondFactor({ userId }: Viewer, context: RequestContext): Promise<SecondFactor | null> {
    return userId === null ? null : readOwnSecondFactor(context);
  }

  @ComputedField(() => [UserSession], {
    description: `The sessions of the user that have not ended, the newest first, at most ${maxSessions}. Empty for an API key.`,
    complexity: listCost(usualSessions),
  })
  async sessions({ userId }: Viewer, context: RequestContext): Promise<UserSession[]> {
    return userId === null ? [] : loadSessions(context, userId);
  }
}
