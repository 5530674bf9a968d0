import { registerEnumType } from 'type-graphql';
import type { Role } from '../../outbox/actor.js';

export const UserRole = { ADMIN: 'admin', MANAGER: 'manager', STAFF: 'staff' } as const satisfies Record<string, Role>;
registerEnumType(UserRole, {
  name: 'UserRole',
  description: 'The role of a user or an API key, which determines the permissions.',
});
