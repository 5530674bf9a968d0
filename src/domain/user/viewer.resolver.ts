import { Ctx, Field, FieldResolver, ObjectType, Query, Resolver, registerEnumType } from 'type-graphql';
import type { Role } from '../../outbox/actor.js';
import { DomainError } from '../../platform/errors.js';
import { listCost } from '../../platform/list-cost.js';
import { Account } from '../account/account.entity.js';
import {
  isGranted,
  type Permission,
  permissionNames,
  permissions,
  RequiresPermission,
  UserRole,
} from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { ComputedField } from '../records/computed-field.js';
import { AccountUser } from './user.entity.js';

/** `EXCEPTION_DATES` for `exceptionDates`. */
const enumName = (permission: Permission): string =>
  permission.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

const Permissions = Object.fromEntries(permissionNames.map((name) => [enumName(name), name]));
registerEnumType(Permissions, {
  name: 'Permission',
  description: 'What a role may do. `/docs/permissions` lists the operations that require each permission.',
  valuesConfig: Object.fromEntries(
    permissionNames.map((name) => [enumName(name), { description: `${permissions[name].covers}.` }]),
  ),
});

/** The sender of a request. */
@ObjectType({ simpleResolvers: true, description: 'Who makes the request: an API key or a user, and what it may do.' })
class Viewer {
  @Field(() => UserRole, { description: 'The role of the user, or of the API key.' })
  role!: Role;

  @Field(() => [Permissions], {
    description: 'What the role may do, so that a dashboard can hide the rest.',
    complexity: listCost(permissionNames.length),
  })
  permissions!: readonly Permission[];

  /** Null for an API key. */
  userId!: number | null;
}

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
