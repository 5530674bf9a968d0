import { Field, InputType, Int } from 'type-graphql';
import { byId, byUpdate, createListOrder, RecordFilter } from '../records/list.input.js';
import type { List } from '../records/list.js';
import { Package, PackageConnection } from './package.entity.js';

@InputType({ description: 'Conditions that must all hold. One that is left out does not restrict.' })
export class PackageFilter extends RecordFilter {
  @Field(() => Int, { nullable: true, description: 'Returns the packages of this person.' }) personId?: number | null;
}

const packageOrder = createListOrder('PackageOrder', { ID: byId, UPDATED_AT: byUpdate }, 'ID');

/** Packages in every state but archived, so that used and expired ones are seen. */
export const packageList: List<Package, PackageFilter, PackageConnection> = {
  name: 'packages',
  entity: Package,
  connection: PackageConnection,
  filter: PackageFilter,
  order: packageOrder,
  conditions: (_context, { personId }) => ({
    $and: [{ archivedAt: null, ...(typeof personId === 'number' && { personId }) }],
  }),
};
