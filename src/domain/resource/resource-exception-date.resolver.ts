import { Arg, Args, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { Stored } from '../../platform/database/rows.js';
import { listCost } from '../../platform/list-cost.js';
import { CalendarDate } from '../../platform/scalars.js';
import { RequiresPermission } from '../account/permission-check.js';
import { connectionOfNodes } from '../connection.type.js';
import type { RequestContext } from '../context.js';
import { deleteExceptionDate, saveExceptionDates } from './resource-exception-date.actions.js';
import { ResourceExceptionDate, ResourceExceptionDateConnection } from './resource-exception-date.entity.js';
import {
  ResourceExceptionDateArguments,
  ResourceExceptionDateEntry,
  ResourceExceptionDateInput,
  ResourceExceptionDateKey,
} from './resource-exception-date.input.js';
import { getExceptionDate, listExceptionDates } from './resource-exception-date.queries.js';

@Resolver(() => ResourceExceptionDate)
export class ResourceExceptionDateResolver {
  @RequiresPermission('read')
  @Query(() => ResourceExceptionDate)
  resourceExceptionDate(
    @Args(() => ResourceExceptionDateKey) key: ResourceExceptionDateKey,
    @Ctx() context: RequestContext,
  ): Promise<Stored<ResourceExceptionDate>> {
    return getExceptionDate(context, key);
  }

  @RequiresPermission('read')
  @Query(() => ResourceExceptionDateConnection)
  resourceExceptionDates(
    @Args(() => ResourceExceptionDateArguments) request: ResourceExceptionDateArguments,
    @Ctx() context: RequestContext,
  ): Promise<ResourceExceptionDateConnection> {
    return listExceptionDates(context, request);
  }

  @RequiresPermission('exceptionDates')
  @Mutation(() => ResourceExceptionDate, { description: 'Creates or updates the entry of the date.' })
  async saveResourceExceptionDate(
    @Arg('resourceId', () => Int) resourceId: number,
    @Arg('exceptionDate', () => CalendarDate) exceptionDate: string,
    @Arg('input', () => ResourceExceptionDateInput) input: ResourceExceptionDateInput,
    @Ctx() context: RequestContext,
  ): Promise<Stored<ResourceExceptionDate> | undefined> {
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
    @Arg('resourceExceptionDates', () => [ResourceExceptionDateEntry]) entries: ResourceExceptionDateEntry[],
    @Ctx() context: RequestContext,
  ): Promise<ResourceExceptionDateConnection> {
    return connectionOfNodes(ResourceExceptionDateConnection, await saveExceptionDates(context, resourceId, entries));
  }

  @RequiresPermission('exceptionDates')
  @Mutation(() => ResourceExceptionDate)
  deleteResourceExceptionDate(
    @Args(() => ResourceExceptionDateKey) key: ResourceExceptionDateKey,
    @Ctx() context: RequestContext,
  ): Promise<Stored<ResourceExceptionDate>> {
    return deleteExceptionDate(context, key);
  }
}
