import type { Row } from '../../platform/database/rows.js';
import type { RequestContext } from '../context.js';
import { ApiKey, ApiKeyConnection } from './api-key.entity.js';

const valid = { userId: null, revokedAt: null };

/** Lists the keys of the account that are not revoked, by id. Keys of sessions are left out. */
export function listKeys({ db }: RequestContext): Promise<Row<ApiKey>[]> {
  return db.rows(ApiKey, valid, { orderBy: { id: 'asc' } });
}

/** Like `listKeys`, for GraphQL. */
export function listApiKeys(context: RequestContext): ApiKeyConnection {
  return new ApiKeyConnection(
    undefined,
    () => listKeys(context),
    () => context.db.count(ApiKey, valid),
  );
}
