import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, Info, Int, Mutation, Query, Resolver } from 'type-graphql';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { ComputedField } from '../records/computed-field.js';
import { unpagedListCost } from '../records/connection.type.js';
import { readList } from '../records/list.js';
import { CursorArguments } from '../records/page.input.js';
import { selectNodeJoins } from '../records/selection.js';
import { createService, deleteService, updateService } from './service.actions.js';
import { Service, ServiceConnection, ServiceInput } from './service.entity.js';
import { getService, ServiceFilter, serviceList, serviceOrder } from './service.queries.js';
import { bookingTypeIdOf } from './service.rules.js';

@Resolver(() => Service)
export class ServiceResolver {
  @ComputedField(() => Int, {
    nullable: true,
    deprecationReason: 'Use bookingType.',
    description: 'The number of the kind of booking.',
  })
  bookingTypeId({ bookingType }: Service): number | null {
    return bookingTypeIdOf(bookingType);
  }

  @RequiresPermission('read')
  @Query(() => Service, { description: 'One service, deleted or not.' })
  service(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<Service> {
    return getService(context, id);
  }

  @RequiresPermission('read')
  @Query(() => ServiceConnection, { complexity: unpagedListCost, description: 'The active services.' })
  services(
    @Arg('filter', () => ServiceFilter, { defaultValue: {} }) filter: ServiceFilter,
    @Arg('order', () => serviceOrder.type, { defaultValue: serviceOrder.default }) order: string,
    @Args(() => CursorArguments) page: CursorArguments,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): ServiceConnection {
    return readList(context, serviceList, { filter, order, page, joins: selectNodeJoins(info) });
  }

  @RequiresPermission('catalog')
  @Mutation(() => Service, { description: 'Creates a service.' })
  createService(
    @Arg('input', () => ServiceInput) input: ServiceInput,
    @Ctx() context: RequestContext,
  ): Promise<Service> {
    return createService(context, input);
  }

  @RequiresPermission('catalog')
  @Mutation(() => Service, { description: 'Changes a service.' })
  updateService(
    @Arg('id', () => Int) id: number,
    @Arg('input', () => ServiceInput) input: ServiceInput,
    @Arg('ifRevision', () => Int, { nullable: true }) ifRevision: number | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<Service> {
    return updateService(context, id, input, ifRevision);
  }

  @RequiresPermission('catalog')
  @Mutation(() => Service, { description: 'Deletes a service. It can still be read by id, but is no longer listed.' })
  deleteService(
    @Arg('id', () => Int) id: number,
    @Arg('ifRevision', () => Int, { nullable: true }) ifRevision: number | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<Service> {
    return deleteService(context, id, ifRevision);
  }
}
