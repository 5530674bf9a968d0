import type { RequestContext } from '../context.js';
import type { List } from '../records/list.js';
import { ClientUserLink, ClientUserLinkConnection } from './client-user-link.entity.js';
import { ClientUserFilter, clientUserOrder } from './user.input.js';

/** @throws DomainError NOT_FOUND */
export function getClientUser(context: RequestContext, id: number): Promise<ClientUserLink> {
  return context.db.get(ClientUserLink, id);
}

export const clientUserList: List<ClientUserLink, ClientUserFilter, ClientUserLinkConnection> = {
  name: 'clientUsers',
  entity: ClientUserLink,
  connection: ClientUserLinkConnection,
  filter: ClientUserFilter,
  order: clientUserOrder,
  conditions: (_context, { role }) => ({
    $and: [...(role ? [{ role }] : [])],
  }),
};
