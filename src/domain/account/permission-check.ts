import { Extensions } from 'type-graphql';
import type { Permission } from './permissions.rules.js';

/**
 * Declares the permission that a query, mutation or subscription requires; `read` is open to every role.
 * `graphql/authorisation.ts` enforces it for REST, too, and refuses what declares none to all but admins.
 */
export const RequiresPermission = (permission: Permission) => Extensions({ permission });
