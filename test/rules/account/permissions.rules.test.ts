import {
  hasPermission,
  isPermission,
  type Permission,
  permissionNames,
  permissionsOf,
  requireGrantable,
  requirePermission,
} from '../../../src/domain/account/permissions.rules.js';
import type { Actor, Role } from '../../../src/outbox/actor.js';

const key = (role: 'admin' | 'manager' | 'staff'): Actor => ({ kind: 'api_key', id: 1, role });
const user = (role: 'admin' | 'manager' | 'staff'): Actor => ({ kind: 'user', id: 1, name: 'Kari', role });

describe('the permissions of roles', () => {
  it.each<[Permission | undefined, admin: boolean, manager: boolean, staff: boolean]>([
    ['account', true, false, false],
    ['users', true, false, false],
    ['webhooks', true, true, false],
    ['calendars', true, true, false],
    ['messages', true, true, false],
    ['sales', true, true, false],
    ['catalog', true, true, false],
    ['exceptionDates', true, true, true],
    ['bookings', true, true, true],
    ['people', true, true, true],
    [undefined, true, false, false],
  ])('%s: admin %s, manager %s, staff %s', (permission, ...allowed) => {
    for (const actor of [key, user]) {
      expect((['admin', 'manager', 'staff'] as const).map((role) => hasPermission(actor(role), permission))).toEqual(
        allowed,
      );
    }
  });

  it.each(['background', 'partner', 'public'] as const)('%s has no role', (kind) => {
    expect(hasPermission({ kind }, 'account')).toBe(true);
  });

  it.each(['nonsense', 'toString', '__proto__', undefined, 1])('%p is not a permission', (value) => {
    expect(isPermission(value)).toBe(false);
  });
});

const limited = (role: Role, ...permissions: Permission[]): Actor => ({ kind: 'api_key', id: 1, role, permissions });

describe('a key that is limited to permissions', () => {
  it('has those of its role that are chosen', () => {
    expect(permissionsOf(limited('admin', 'read', 'bookings'))).toEqual(['read', 'bookings']);
    expect(permissionsOf(limited('staff', 'read', 'account'))).toEqual(['read']);
    expect(permissionsOf(key('admin'))).toEqual(permissionNames);
  });

  it('executes no operation that declares no permission', () => {
    expect(hasPermission(limited('admin', ...permissionNames), undefined)).toBe(false);
  });

  it.each([
    [key('staff'), 'The role of this key does not allow it: the permission CATALOG is missing'],
    [limited('admin', 'read'), 'This key does not allow it: the permission CATALOG is missing'],
  ])('is refused by the name of the permission that is missing', (actor, message) => {
    expect(() => requirePermission(actor, 'catalog')).toThrow(message);
  });
});

describe('what an actor may give', () => {
  const roles: Role[] = ['admin', 'manager', 'staff'];
  const lists: (Permission[] | null)[] = [
    null,
    ...permissionNames.map((name): Permission[] => ['read', name]),
    ['read', 'account', 'users'],
    [...permissionNames],
  ];
  const actors: Actor[] = roles.flatMap((role) =>
    lists.map((permissions) => (permissions ? limited(role, ...permissions) : key(role))),
  );

  it('is never more than it has', () => {
    const refused: string[] = [];
    let given = 0;
    for (const actor of actors) {
      for (const role of roles) {
        for (const chosen of lists) {
          const made: Actor = chosen ? limited(role, ...chosen) : key(role);
          // The permission `signIn` may be given by all, because it lets users change only their own way to sign in.
          const isMore = [...permissionNames, undefined].some(
            (name) => name !== 'signIn' && hasPermission(made, name) && !hasPermission(actor, name),
          );
          let isRefused = false;
          try {
            requireGrantable(actor, role, chosen);
            given += 1;
          } catch {
            isRefused = true;
          }
          if (isRefused !== isMore) refused.push(JSON.stringify([actor, role, chosen]));
        }
      }
    }
    expect(refused).toEqual([]);
    expect(given).toBeGreaterThan(100);
  });

  it('is everything for a user who is an admin, and for the operator', () => {
    for (const actor of [user('admin'), { kind: 'background' } as const]) requireGrantable(actor, 'admin');
  });
});
