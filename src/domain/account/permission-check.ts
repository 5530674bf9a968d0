import { Extensions } from 'type-graphql';
import type { Permission } from './permissions.rules.js';

/** Says of a query or mutation which permission it takes; held by `graphql/authorisation.ts` for every way in. */
export const Requires = (permission: Permission) => Extensions({ permission });
