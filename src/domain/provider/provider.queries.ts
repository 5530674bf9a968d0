import type { Row } from '../../platform/database/rows.js';
import { findRow } from '../attributes.js';
import type { RequestContext } from '../context.js';
import { Provider, ProviderConnection } from './provider.entity.js';

const listed = { active: true };

/** @throws DomainError NOT_FOUND */
export function getProvider(context: RequestContext, id: number): Promise<Row<Provider>> {
  return findRow(context.db, Provider, id);
}

/** Providers by id, oldest first. */
export function listProviders(context: RequestContext): ProviderConnection {
  return new ProviderConnection(
    undefined,
    (part) => context.db.rows(Provider, listed, { orderBy: { id: 'asc' }, ...part }),
    () => context.db.count(Provider, listed),
  );
}
