import type { FilterQuery } from '@mikro-orm/core';
import { raw } from '@mikro-orm/postgresql';
import type { Row } from '../../platform/database/rows.js';
import { getRow } from '../attributes.js';
import type { RequestContext } from '../context.js';
import { Provider, ProviderConnection } from './provider.entity.js';

/** @throws DomainError NOT_FOUND */
export function getProvider(context: RequestContext, id: number): Promise<Row<Provider>> {
  return getRow(context.db, Provider, id);
}

/** Lists active providers, oldest first. A provider whose resource or service is deleted can only be read by id. */
export function listProviders({ db }: RequestContext): ProviderConnection {
  return new ProviderConnection(
    undefined,
    (part) => db.rows(Provider, listedProviders(), { orderBy: { id: 'asc' }, ...part }),
    () => db.count(Provider, listedProviders()),
  );
}

/** Creates a new condition for each query, because MikroORM allows each raw fragment only once. */
function listedProviders(): FilterQuery<Provider> {
  const hasActive = (table: 'resource' | 'service') =>
    raw(
      (alias) => `exists (select from ${table} offered where offered.account_id = ${alias}.account_id
        and offered.id = ${alias}.${table}_id and offered.active)`,
    );
  return { active: true, [hasActive('resource')]: true, [hasActive('service')]: true };
}
