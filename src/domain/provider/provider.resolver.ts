import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { type ListRequest, readList } from '../records/list.js';
import { ListQuery } from '../records/list-query.js';
import { createProvider, deleteProvider, updateProvider } from './provider.actions.js';
import { Provider, ProviderConnection, ProviderInput } from './provider.entity.js';
import { ProviderFilter, providerList } from './provider.queries.js';

@Resolver(() => Provider)
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

  @RequiresPermission('catalog')
  @Mutation(() => Provider, { description: 'Lets a resource offer a service.' })
  createProvider(
    @Arg('input', () => ProviderInput) input: ProviderInput,
    @Ctx() context: RequestContext,
  ): Promise<Provider> {
    return createProvider(context, input);
  }

  @RequiresPermission('catalog')
  @Mutation(() => Provider, { description: 'Changes a provider.' })
  updateProvider(
    @Arg('id', () => Int) id: number,
    @Arg('input', () => ProviderInput) input: ProviderInput,
    @Arg('ifRevision', () => Int, { nullable: true }) ifRevision: number | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<Provider> {
    return updateProvider(context, id, input, ifRevision);
  }

  @RequiresPermission('catalog')
  @Mutation(() => Provider, { description: 'Deletes a provider: the resource no longer offers the service.' })
  deleteProvider(
    @Arg('id', () => Int) id: number,
    @Arg('ifRevision', () => Int, { nullable: true }) ifRevision: number | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<Provider> {
    return deleteProvider(context, id, ifRevision);
  }
}
