import { Field, InputType } from 'type-graphql';
import type { Role } from '../../outbox/actor.js';
import { UserRole } from '../account/permissions.rules.js';
import { byId, byUpdate, createListOrder, RecordFilter } from '../records/list.input.js';
import type { List } from '../records/list.js';
import { ClientUserLink, ClientUserLinkConnection } from './user.entity.js';

const clientUserOrder = createListOrder('ClientUserOrder', { ID: byId, UPDATED_AT: byUpdate }, 'ID');

/** Conditions that must all hold. */
@InputType()
export class ClientUserFilter extends RecordFilter {
  @Field(() => UserRole, { nullable: true, description: 'Returns the users of this role.' })
  role?: Role | null;
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
