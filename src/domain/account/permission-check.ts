import { Extensions } from 'type-graphql';
import type { Permission } from './permissions.rules.js';

/** Declares the permission that a query or mutation requires. `graphql/authorisation.ts` enforces it for REST, too. */
export const RequiresPermission = (permission: Permission) => Extensions({ permission });
