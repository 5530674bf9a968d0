import { Extensions, registerEnumType } from 'type-graphql';
import { type Actor, type Role, roles } from '../../outbox/actor.js';
import { describeEnum } from '../../platform/described-enum.js';
import { DomainError } from '../../platform/errors.js';

const everyone: readonly Role[] = roles;
const managers: readonly Role[] = ['admin', 'manager'];
const admins: readonly Role[] = ['admin'];

/** The roles that have a permission, and its purpose. */
interface Grant {
  readonly roles: readonly Role[];
  readonly covers: string;
}

/**
 * All permissions. Every query, mutation and subscription declares the one that it requires, by `RequiresPermission`.
 * `/docs/permissions` and `viewer` are made from this table (spec, Authentication: 403).
 */
export const permissions = {
  read: { roles: everyone, covers: 'Read what no other permission covers' },
  bookings: {
    roles: everyone,
    covers:
      'Write bookings, without their payments, and entries of the waitlist, create orders, and start payments of visitors',
  },
  people: { roles: everyone, covers: 'Write, merge and authenticate people' },
  personalData: { roles: managers, covers: 'Export all data of a person, and erase people' },
  exceptionDates: {
    roles: everyone,
    covers: 'Write exception dates of resources, and ask for and withdraw the time off of oneself',
  },
  signIn: {
    roles: everyone,
    covers: 'Change how one signs in oneself: the second factor and the sessions of the user',
  },
  catalog: {
    roles: managers,
    covers: 'Write services, resources, rotas, categories, providers and events, and enter and decide about time off',
  },
  sales: {
    roles: managers,
    covers:
      'Write coupons, gift cards and tax rates, read the codes of gift cards, take and refund payments, also as attributes of a booking, and cancel orders',
  },
  messages: {
    roles: managers,
    covers: 'Write message templates, preview and resend messages, and read the texts of messages in a sandbox',
  },
  webhooks: {
    roles: managers,
    covers: 'Read and write webhooks with their secrets, and read, resend and test their deliveries',
  },
  calendars: {
    roles: managers,
    covers: 'Read and write calendar feeds, and the calendars of other programs that occupy resources',
  },
  account: {
    roles: admins,
    covers:
      'Change the account and its test clock, read its security log, and read and write its API keys, secret, payment provider and failed jobs',
  },
  users: { roles: admins, covers: 'Read and write the users of the account, and its identity provider' },
} as const satisfies Record<string, Grant>;

export type Permission = keyof typeof permissions;

export function isPermission(value: unknown): value is Permission {
  return typeof value === 'string' && Object.hasOwn(permissions, value);
}

/** The names of all permissions, in the order of the table. */
export const permissionNames: readonly Permission[] = Object.keys(permissions).filter(isPermission);

/** Whether a role has a permission. Only admins have the one of an operation that declares none. */
export function isGranted(role: Role, permission: Permission | undefined): boolean {
  const allowed = permission === undefined ? admins : permissions[permission].roles;
  return allowed.includes(role);
}

/**
 * Whether an actor has a permission. Actors without a role have every permission: the server itself, and actors whose
 * API offers only the operations that they may use.
 */
export function hasPermission(actor: Actor, permission: Permission | undefined): boolean {
  return !('role' in actor) || (isGranted(actor.role, permission) && isChosen(chosenOf(actor), permission));
}

/** The permissions to which an actor is limited; undefined if it has all of its role. */
function chosenOf(actor: Actor): readonly string[] | undefined {
  return actor.kind === 'api_key' ? actor.permissions : undefined;
}

/** Whether a list of permissions has one. A key with a list may execute no operation that declares none. */
function isChosen(chosen: readonly string[] | null | undefined, permission: Permission | undefined): boolean {
  return !chosen || (permission !== undefined && chosen.includes(permission));
}

/** All permissions of an actor. */
export function permissionsOf(actor: Actor): Permission[] {
  return permissionNames.filter((name) => hasPermission(actor, name));
}

/** @throws DomainError FORBIDDEN, whose message names the permission that is missing */
export function requirePermission(actor: Actor, permission: Permission | undefined): void {
  if (hasPermission(actor, permission)) return;
  const isRole = 'role' in actor && !isGranted(actor.role, permission);
  const missing = permission === undefined ? '' : `: the permission ${toEnumName(permission)} is missing`;
  throw new DomainError('FORBIDDEN', `${isRole ? 'The role of this key' : 'This key'} does not allow it${missing}`);
}

/**
 * Refuses an actor who would give a key or a user more permissions than it has itself, or change one that has more: it
 * could then use that one.
 *
 * @param chosen the permissions of the role to which the key is limited; null for all of them
 * @throws DomainError FORBIDDEN, whose message names the permission that is missing
 */
export function requireGrantable(actor: Actor, role: Role, chosen: readonly string[] | null = null): void {
  for (const name of [...permissionNames, undefined]) {
    // It lets users change only their own way to sign in.
    if (name === 'signIn') continue;
    const isGiven = isGranted(role, name) && isChosen(chosen, name);
    if (isGiven && !hasPermission(actor, name)) {
      const missing = name === undefined ? 'every permission' : `the permission ${toEnumName(name)}`;
      throw new DomainError('FORBIDDEN', `This key cannot give or change what it does not have itself: ${missing}`);
    }
  }
}

/** `EXCEPTION_DATES` for `exceptionDates`. */
export const toEnumName = (permission: Permission): string =>
  permission.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

/** The GraphQL enumeration of all permissions. */
export const PermissionEnum = Object.fromEntries(permissionNames.map((name) => [toEnumName(name), name]));
registerEnumType(PermissionEnum, {
  name: 'Permission',
  description: 'A part of what a role may do. `/docs/permissions` lists the operations that require each permission.',
  valuesConfig: Object.fromEntries(
    permissionNames.map((name) => [toEnumName(name), { description: `${permissions[name].covers}.` }]),
  ),
});

export const UserRole = { ADMIN: 'admin', MANAGER: 'manager', STAFF: 'staff' } as const satisfies Record<string, Role>;
describeEnum(UserRole, 'UserRole', 'The role of a user or an API key, which determines the permissions.', {
  ADMIN: 'May do everything.',
  MANAGER: 'May do everything that does not require the permission `ACCOUNT` or `USERS`.',
  STAFF: 'May do what requires the permission `READ`, `BOOKINGS`, `PEOPLE`, `EXCEPTION_DATES` or `SIGN_IN`.',
});

/**
 * Declares the permission that a query, mutation or subscription requires; `read` is open to every role.
 * `graphql/authorisation.ts` enforces it, also for REST. Only admins may execute a field that declares none.
 */
export const RequiresPermission = (permission: Permission) => Extensions({ permission });
