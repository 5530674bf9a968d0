import { hasPermission, isPermission, type Permission } from '../../../src/domain/account/permissions.rules.js';
import type { Actor } from '../../../src/outbox/actor.js';

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
