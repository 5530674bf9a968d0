import type { Row } from '../../platform/database/rows.js';
import { getRow } from '../attributes.js';
import type { RequestContext } from '../context.js';
import { ClientUserLink, ClientUserLinkConnection } from './client-user-link.entity.js';

/** @throws DomainError NOT_FOUND */
export function getClientUser(context: RequestContext, id: number): Promise<Row<ClientUserLink>> {
  return getRow(context.db, ClientUserLink, id);
}

/** Lists the links by id. */
export function listClientUsers(context: RequestContext): ClientUserLinkConnection {
  return new ClientUserLinkConnection(
    undefined,
    (slice) => context.db.rows(ClientUserLink, {}, { orderBy: { id: 'asc' }, ...slice }),
    () => context.db.count(ClientUserLink, {}),
  );
}
