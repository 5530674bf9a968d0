import { Arg, Args, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import { listCost } from '../../platform/list-cost.js';
import { CalendarDate } from '../../platform/scalars.js';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { ListQuery, type ListRequest, savedList } from '../records/list.js';
import { deleteExceptionDate, saveExceptionDates } from './resource-exception-date.actions.js';
import {
  ResourceExceptionDate,
  ResourceExceptionDateConnection,
  ResourceExceptionDateEntry,
  ResourceExceptionDateInput,
  ResourceExceptionDateKey,
} from './resource-exception-date.entity.js';
import {
  exceptionDateList,
  getExceptionDate,
  listExceptionDates,
  ResourceExceptionDateArguments,
  ResourceExceptionDateFilter,
} from './resource-exception-date.queries.js';

@Resolver(() => ResourceExceptionDate)
export class ResourceExceptionDateResolver {
  @RequiresPermission('read')
  @Query(() => ResourceExceptionDate, { description: 'The opening hours of a resource on one date, if they differ.' })
  resourceExceptionDate(
    @Args(() => ResourceExceptionDateKey) key: ResourceExceptionDateKey,
    @Ctx() context: RequestContext,
  ): Promise<ResourceExceptionDate> {
    return getExceptionDate(context, key);
  }

  @RequiresPermission('read')
  @ListQuery(exceptionDateList, { description: 'The dates on which the opening hours of a resource differ.' })
  resourceExceptionDates(
    context: RequestContext,
    { filter: given, ...request }: ListRequest<ResourceExceptionDateFilter>,
    @Args(() => ResourceExceptionDateArguments) { resourceId, serviceId, from, to }: ResourceExceptionDateArguments,
  ): Promise<ResourceExceptionDateConnection> {
    const filter = {
      ...given,
      serviceId: given.serviceId ?? serviceId,
      from: given.from ?? from,
      to: given.to ?? to,
    };
    return listExceptionDates(context, resourceId, { ...request, filter });
  }

  @RequiresPermission('exceptionDates')
  @Mutation(() => ResourceExceptionDate, { description: 'Creates or updates the entry of the date.' })
  async saveResourceExceptionDate(
    @Arg('resourceId', () => Int) resourceId: number,
    @Arg('exceptionDate', () => CalendarDate) exceptionDate: string,
    @Arg('input', () => ResourceExceptionDateInput) input: ResourceExceptionDateInput,
    @Ctx() context: RequestContext,
  ): Promise<ResourceExceptionDate | undefined> {
    const [saved] = await saveExceptionDates(context, resourceId, [{ ...input, exceptionDate }]);
    return saved;
  }

  @RequiresPermission('exceptionDates')
  @Mutation(() => ResourceExceptionDateConnection, {
    description: 'Creates, updates or deletes entries, all or none. Returns the created and updated ones.',
    complexity: listCost(({ resourceExceptionDates: given }) => (Array.isArray(given) ? given.length : 1)),
  })
  async saveResourceExceptionDates(
    @Arg('resourceId', () => Int) resourceId: number,
    @Arg('resourceExceptionDates', () => [ResourceExceptionDateEntry], {
      description: 'The entries to create, change or delete.',
    })
    entries: ResourceExceptionDateEntry[],
    @Ctx() context: RequestContext,
  ): Promise<ResourceExceptionDateConnection> {
    return savedList(context, exceptionDateList, await saveExceptionDates(context, resourceId, entries));
  }

  @RequiresPermission('exceptionDates')
  @Mutation(() => ResourceExceptionDate, {
    description: 'Deletes the entry of a date, so that the standard opening hours apply.',
  })
  deleteResourceExceptionDate(
    @Args(() => ResourceExceptionDateKey) key: ResourceExceptionDateKey,
    @Arg('ifRevision', () => Int, { nullable: true }) ifRevision: number | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<ResourceExceptionDate> {
    return deleteExceptionDate(context, key, ifRevision);
  }
}
