import { Arg, Ctx, Int, Query, Resolver } from 'type-graphql';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { ComputedField } from '../records/computed-field.js';
import { ListQuery, type ListRequest, readList } from '../records/list.js';
import { RecordMutations } from '../records/record-writes.js';
import { packageWrites } from './package.actions.js';
import { Package, PackageConnection, PackageInput } from './package.entity.js';
import { type PackageFilter, packageList } from './package.queries.js';
import { unitsLeft } from './package.rules.js';

@Resolver(() => Package)
@RecordMutations(packageWrites, {
  permission: RequiresPermission('sales'),
  entity: Package,
  input: PackageInput,
  descriptions: {
    create: 'Gives a package to a person, without an order. `createOrder` sells one.',
    update: 'Changes a package, such as its units or its last date.',
    delete: 'Deletes a package. One that was sold or used is archived: its bookings stay.',
  },
})
export class PackageResolver {
  @RequiresPermission('read')
  @Query(() => Package, { description: 'One package, archived or not.' })
  package(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<Package> {
    return context.db.get(Package, id);
  }

  @RequiresPermission('read')
  @ListQuery(packageList, { description: 'The packages of people, also used and expired ones.' })
  packages(context: RequestContext, request: ListRequest<PackageFilter>): PackageConnection {
    return readList(context, packageList, request);
  }

  @ComputedField(() => Int, { description: 'The units that are left.' })
  left(given: Package): number {
    return unitsLeft(given);
  }
}
