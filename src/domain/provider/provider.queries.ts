import type { FilterQuery } from '@mikro-orm/core';
import { raw } from '@mikro-orm/postgresql';
import { Field, InputType, Int } from 'type-graphql';
import { byId, byPriority, createListOrder, RecordFilter } from '../records/list.input.js';
import type { List } from '../records/list.js';
import { Provider, ProviderConnection } from './provider.entity.js';

const providerOrder = createListOrder('ProviderOrder', { ID: byId, PRIORITY: byPriority }, 'ID');

/** Conditions that must all hold. */
@InputType()
export class ProviderFilter extends RecordFilter {
  @Field(() => Int, { nullable: true, description: 'Returns the providers of this resource.' })
  resourceId?: number | null;

  @Field(() => Int, { nullable: true, description: 'Returns the providers of this service.' })
  serviceId?: number | null;
}

/** Active providers. A provider whose resource or service is deleted can only be read by id. */
export const providerList: List<Provider, ProviderFilter, ProviderConnection> = {
  name: 'providers',
  entity: Provider,
  connection: ProviderConnection,
  filter: ProviderFilter,
  order: providerOrder,
  conditions: (_context, { resourceId, serviceId }) => ({
    $and: [
      listedProviders(),
      { ...(typeof resourceId === 'number' && { resourceId }), ...(typeof serviceId === 'number' && { serviceId }) },
    ],
  }),
};

function listedProviders(): FilterQuery<Provider> {
  const hasActive = (table: 'resource' | 'service') =>
    raw(
      (alias) => `exists (select from ${table} offered where offered.account_id = ${alias}.account_id
        and offered.id = ${alias}.${table}_id and offered.active)`,
    );
  return { active: true, [hasActive('resource')]: true, [hasActive('service')]: true };
}
