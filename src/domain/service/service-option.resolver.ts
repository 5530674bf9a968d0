import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import { listCost } from '../../platform/list-cost.js';
import { Decimal } from '../../platform/scalars.js';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { ComputedField } from '../records/computed-field.js';
import { ListQuery, type ListRequest, readList } from '../records/list.js';
import { getVisible } from '../records/record.rules.js';
import { RecordMutations } from '../records/record-writes.js';
import { salesPriceIn } from '../tax-rate/tax-rate.queries.js';
import { Service } from './service.entity.js';
import { serviceOptionGroupWrites, serviceOptionWrites } from './service-option.actions.js';
import {
  ServiceOption,
  ServiceOptionConnection,
  ServiceOptionGroup,
  ServiceOptionGroupConnection,
  ServiceOptionGroupInput,
  ServiceOptionInput,
} from './service-option.entity.js';
import {
  offeredOptions,
  type ServiceOptionFilter,
  type ServiceOptionGroupFilter,
  serviceOptionGroupList,
  serviceOptionList,
} from './service-option.queries.js';

/** @throws DomainError NOT_FOUND if a list is asked for the options of a service that does not exist */
async function requireService(
  context: RequestContext,
  { filter }: ListRequest<{ serviceId?: number | null }>,
): Promise<void> {
  if (typeof filter?.serviceId === 'number') await getVisible(context, Service, filter.serviceId);
}

@Resolver(() => ServiceOption)
@RecordMutations(serviceOptionWrites, {
  permission: RequiresPermission('catalog'),
  entity: ServiceOption,
  input: ServiceOptionInput,
  descriptions: {
    update: 'Changes an option, for bookings that choose it from then on.',
    delete: 'Deletes an option. It is no longer listed. Bookings that have chosen it keep it.',
  },
})
export class ServiceOptionResolver {
  @RequiresPermission('catalog')
  @Mutation(() => ServiceOption, { description: 'Creates an option of a service.' })
  createServiceOption(
    @Arg('serviceId', () => Int) serviceId: number,
    @Arg('input', () => ServiceOptionInput) input: ServiceOptionInput,
    @Ctx() context: RequestContext,
  ): Promise<ServiceOption> {
    return serviceOptionWrites.create(context, { ...input, serviceId });
  }

  @RequiresPermission('read')
  @Query(() => ServiceOption, { description: 'One option of a service, deleted or not.' })
  serviceOption(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<ServiceOption> {
    return context.db.get(ServiceOption, id);
  }

  @RequiresPermission('read')
  @ListQuery(serviceOptionList, { isWhole: true, description: 'The active options of services.' })
  async serviceOptions(
    context: RequestContext,
    request: ListRequest<ServiceOptionFilter>,
  ): Promise<ServiceOptionConnection> {
    await requireService(context, request);
    return readList(context, serviceOptionList, request);
  }

  @ComputedField(() => Decimal, {
    description: 'The price of one unit as it is sold: with the tax, if its rate is added to prices.',
  })
  salesPrice(option: ServiceOption, context: RequestContext): Promise<string | null> {
    return salesPriceIn(context, option, option.price);
  }
}

@Resolver(() => ServiceOptionGroup)
@RecordMutations(serviceOptionGroupWrites, {
  permission: RequiresPermission('catalog'),
  entity: ServiceOptionGroup,
  input: ServiceOptionGroupInput,
  descriptions: {
    update: 'Changes a group of options, for bookings that choose from then on.',
    delete: 'Deletes a group of options. It is no longer listed. Its options stay, without its rule.',
  },
})
export class ServiceOptionGroupResolver {
  @RequiresPermission('catalog')
  @Mutation(() => ServiceOptionGroup, { description: 'Creates a group of options of a service.' })
  createServiceOptionGroup(
    @Arg('serviceId', () => Int) serviceId: number,
    @Arg('input', () => ServiceOptionGroupInput) input: ServiceOptionGroupInput,
    @Ctx() context: RequestContext,
  ): Promise<ServiceOptionGroup> {
    return serviceOptionGroupWrites.create(context, { ...input, serviceId });
  }

  @RequiresPermission('read')
  @Query(() => ServiceOptionGroup, { description: 'One group of options, deleted or not.' })
  serviceOptionGroup(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<ServiceOptionGroup> {
    return context.db.get(ServiceOptionGroup, id);
  }

  @RequiresPermission('read')
  @ListQuery(serviceOptionGroupList, { isWhole: true, description: 'The active groups of the options of services.' })
  async serviceOptionGroups(
    context: RequestContext,
    request: ListRequest<ServiceOptionGroupFilter>,
  ): Promise<ServiceOptionGroupConnection> {
    await requireService(context, request);
    return readList(context, serviceOptionGroupList, request);
  }
}

@Resolver(() => Service)
export class OfferedOptionsResolver {
  @ComputedField(() => [ServiceOption], {
    description: 'The active options of the service, by their positions.',
    complexity: listCost(10),
  })
  async options(service: Service, context: RequestContext): Promise<readonly ServiceOption[]> {
    return (await offeredOptions(context, service)).options;
  }

  @ComputedField(() => [ServiceOptionGroup], {
    description: 'The active groups of the options, by their positions.',
    complexity: listCost(5),
  })
  async optionGroups(service: Service, context: RequestContext): Promise<readonly ServiceOptionGroup[]> {
    return (await offeredOptions(context, service)).groups;
  }
}
