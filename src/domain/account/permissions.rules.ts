import type { Actor, Role } from '../../outbox/actor.js';
import { DomainError } from '../../platform/errors.js';

const everyone: readonly Role[] = ['admin', 'manager', 'staff'];
const managers: readonly Role[] = ['admin', 'manager'];
const admins: readonly Role[] = ['admin'];

/** Who may do what; what is not listed here, and is no change, everyone may read (spec, Authentication: 403). */
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
 * Whether an actor has a permission. One without a role is the server itself, or is bound by the operations that it is
 * offered.
 *
 * @param permission undefined for a change that does not say what it takes: managers may make it
 */
export function may(actor: Actor, permission: Permission | undefined): boolean {
  if (!('role' in actor)) return true;
  const roles = permission === undefined ? managers : permissions[permission];
  return roles.includes(actor.role);
}

/** @throws DomainError FORBIDDEN */
export function requirePermission(actor: Actor, permission: Permission | undefined): void {
  if (!may(actor, permission)) throw new DomainError('FORBIDDEN', 'The role of this key does not allow it');
}
