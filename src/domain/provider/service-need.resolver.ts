import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import { listCost } from '../../platform/list-cost.js';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { ComputedField, createContextLoader } from '../records/computed-field.js';
import { ListQuery, type ListRequest } from '../records/list.js';
import { RecordMutations } from '../records/record-writes.js';
import { Service } from '../service/service.entity.js';
import { ServiceNeed, ServiceNeedConnection, ServiceNeedInput } from '../service/service-need.entity.js';
import { maxNeeds } from '../service/service-need.rules.js';
import { NeedChoice } from './need-choice.type.js';
import { serviceNeedWrites } from './service-need.actions.js';
import {
  listNeedsOfService,
  readNeedChoices,
  readVisitorsChoose,
  type ServiceNeedFilter,
  serviceNeedList,
} from './service-need.queries.js';

const loadVisitorsChoose = createContextLoader<boolean, boolean>(readVisitorsChoose, true);
const loadNeedChoices = createContextLoader<NeedChoice[], NeedChoice[]>(readNeedChoices, []);

@Resolver(() => ServiceNeed)
@RecordMutations(serviceNeedWrites, {
  permission: RequiresPermission('catalog'),
  entity: ServiceNeed,
  input: ServiceNeedInput,
  descriptions: {
    update: 'Changes a need of a service. Bookings keep the places that they have.',
    delete:
      'Deletes a need with its providers, and returns its last state. Bookings keep the places that they have. Without other needs, a booking of the service takes one resource again.',
  },
})
export class ServiceNeedResolver {
  @RequiresPermission('catalog')
  @Mutation(() => ServiceNeed, {
    description: `Adds a need to an appointment service without day booking. A service has at most ${maxNeeds}. From then on, only providers with a need serve it.`,
  })
  createServiceNeed(
    @Arg('serviceId', () => Int) serviceId: number,
    @Arg('input', () => ServiceNeedInput) input: ServiceNeedInput,
    @Ctx() context: RequestContext,
  ): Promise<ServiceNeed> {
    return serviceNeedWrites.create(context, { ...input, serviceId });
  }

  @RequiresPermission('read')
  @Query(() => ServiceNeed, { description: 'One need of a service.' })
  serviceNeed(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<ServiceNeed> {
    return context.db.get(ServiceNeed, id);
  }

  @RequiresPermission('read')
  @ListQuery(serviceNeedList, {
    isWhole: true,
    description: 'The needs of a service, by position.',
    complexity: listCost(maxNeeds),
  })
  needsOfService(
    context: RequestContext,
    request: ListRequest<ServiceNeedFilter>,
    @Arg('serviceId', () => Int) serviceId: number,
  ): Promise<ServiceNeedConnection> {
    return listNeedsOfService(context, serviceId, request);
  }
}

@Resolver(() => Service)
export class NeedChoicesResolver {
  @ComputedField(() => [NeedChoice], {
    complexity: listCost(maxNeeds),
    description: 'The needs of the service whose resource visitors may choose, by position.',
  })
  needChoices({ id }: Service, context: RequestContext): Promise<NeedChoice[]> | NeedChoice[] {
    return context.account.hasNeeds ? loadNeedChoices(context, id) : [];
  }

  @ComputedField(() => Boolean, {
    description:
      'Whether visitors may name the resource of a booking: unless the first need of the service does not let them choose.',
  })
  visitorsChoose({ id }: Service, context: RequestContext): Promise<boolean> | boolean {
    return context.account.hasNeeds ? loadVisitorsChoose(context, id) : true;
  }
}
