import { type Actor, type Role, roles } from '../../outbox/actor.js';
import { DomainError } from '../../platform/errors.js';

const everyone: readonly Role[] = roles;
const managers: readonly Role[] = ['admin', 'manager'];
const admins: readonly Role[] = ['admin'];

/**
 * The roles that have each permission. Queries without a permission are open to every role (spec, Authentication: 403).
 */
const permissions = {
  account: admins,
  users: admins,
  webhooks: managers,
  calendars: managers,
  messages: managers,
  sales: managers,
  catalog: managers,
  exceptionDates: everyone,
  bookings: everyone,
  people: everyone,
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissions;

export function isPermission(value: unknown): value is Permission {
  return typeof value === 'string' && Object.hasOwn(permissions, value);
}

/**
 * Whether an actor has a permission. Actors without a role have every permission: the server itself, and actors whose
 * API offers only the operations that they may use.
 *
 * @param permission undefined for a mutation that declares none; it is open to managers
 */
export function hasPermission(actor: Actor, permission: Permission | undefined): boolean {
  if (!('role' in actor)) return true;
  const allowed = permission === undefined ? managers : permissions[permission];
  return allowed.includes(actor.role);
}

/** @throws DomainError FORBIDDEN */
export function requirePermission(actor: Actor, permission: Permission | undefined): void {
  if (!hasPermission(actor, permission)) throw new DomainError('FORBIDDEN', 'The role of this key does not allow it');
}
