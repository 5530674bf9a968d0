import { Arg, Ctx, Int, Query, Resolver } from 'type-graphql';
import { Decimal } from '../../platform/scalars.js';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { ComputedField } from '../records/computed-field.js';
import { ListQuery, type ListRequest, readList } from '../records/list.js';
import { RecordMutations } from '../records/record-writes.js';
import { Service } from '../service/service.entity.js';
import { salesPriceIn } from '../tax-rate/tax-rate.queries.js';
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
  @ComputedField(() => Decimal, {
    nullable: true,
    description:
      '`price` as it is sold: with the tax, if the rate of its service is added to prices. Null if `price` is, so that it is the `salesPrice` of the service.',
  })
  async salesPrice({ price, serviceId }: Provider, context: RequestContext): Promise<string | null> {
    const service = price === null ? null : await context.db.load(Service, serviceId);
    return service ? salesPriceIn(context, service, price) : null;
  }

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
