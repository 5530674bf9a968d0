import { Field, ObjectType, registerEnumType } from 'type-graphql';
import type { Role } from '../../outbox/actor.js';
import { listCost } from '../../platform/list-cost.js';
import { type Permission, permissionNames, permissions, UserRole } from '../account/permissions.rules.js';

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
export class Viewer {
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
