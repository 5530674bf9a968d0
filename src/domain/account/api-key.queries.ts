import type { RequestContext } from '../context.js';
import type { List } from '../records/list.js';
import { ApiKey, ApiKeyConnection } from './api-key.entity.js';
import { ApiKeyFilter, apiKeyOrder } from './api-key.input.js';

const valid = { userId: null, revokedAt: null };

/** Lists the keys of the account that are not revoked, by id. Keys of sessions are left out. */
export function listKeys({ db }: RequestContext): Promise<ApiKey[]> {
  return db.rows(ApiKey, valid, { orderBy: { id: 'asc' } });
}

/** The keys of `listKeys`, for GraphQL. */
export const apiKeyList: List<ApiKey, ApiKeyFilter, ApiKeyConnection> = {
  name: 'apiKeys',
  entity: ApiKey,
  connection: ApiKeyConnection,
  filter: ApiKeyFilter,
  order: apiKeyOrder,
  conditions: (_context, { role }) => ({ ...valid, ...(role && { role }) }),
};
