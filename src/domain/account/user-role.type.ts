import { registerEnumType } from 'type-graphql';
import type { Role } from '../../outbox/actor.js';

export const UserRole = { ADMIN: 'admin', MANAGER: 'manager', STAFF: 'staff' } as const satisfies Record<string, Role>;
registerEnumType(UserRole, {
  name: 'UserRole',
  description: 'The role of a user or an API key, which determines the permissions.',
  valuesConfig: {
    ADMIN: { description: 'May do everything.' },
    MANAGER: { description: 'May do everything except change the account, its API keys and its users.' },
    STAFF: { description: 'May read, and write bookings, people and exception dates.' },
  },
});
