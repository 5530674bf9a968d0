import { Arg, Ctx, Int, Query, Resolver } from 'type-graphql';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { ListQuery, type ListRequest, readList } from '../records/list.js';
import { RecordMutations } from '../records/record-writes.js';
import { providerWrites } from './provider.actions.js';
import { Provider, ProviderConnection, ProviderInput } from './provider.entity.js';
import { ProviderFilter, providerList } from './provider.queries.js';

@Resolver(() => Provider)
@RecordMutations(providerWrites, {
  permission: RequiresPermission('catalog'),
  entity: Provider,
  input: ProviderInput,
  descriptions: {
    create: 'Lets a resource offer a service.',
    update: 'Changes a provider.',
    delete: 'Deletes a provider: the resource no longer offers the service.',
  },
})
export class ProviderResolver {
  @RequiresPermission('read')
  @Query(() => Provider, { description: 'One provider.' })
  provider(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<Provider> {
    return context.db.get(Provider, id);
  }

  @RequiresPermission('read')
  @ListQuery(providerList, { isWhole: true, description: 'The active providers of active resources and services.' })
  providers(context: RequestContext, request: ListRequest<ProviderFilter>): ProviderConnection {
    return readList(context, providerList, request);
  }
}
