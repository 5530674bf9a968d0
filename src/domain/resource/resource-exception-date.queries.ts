import { ArgsType, Field, InputType, Int } from 'type-graphql';
import { notFound } from '../../platform/errors.js';
import { CalendarDate } from '../../platform/scalars.js';
import type { RequestContext } from '../context.js';
import { byId, createListOrder, RecordFilter } from '../records/list.input.js';
import { type List, type ListRequest, readList } from '../records/list.js';
import { getVisible } from '../records/record.rules.js';
import { Resource } from './resource.entity.js';
import {
  ResourceExceptionDate,
  ResourceExceptionDateConnection,
  type ResourceExceptionDateKey,
} from './resource-exception-date.entity.js';

const exceptionDateOrder = createListOrder(
  'ResourceExceptionDateOrder',
  {
    DATE: { keys: [{ attribute: 'exceptionDate', type: 'date' }], descriptions: ['Earliest first.', 'Latest first.'] },
    ID: byId,
  },
  'DATE',
);

/** Conditions that must all hold. */
@InputType()
export class ResourceExceptionDateFilter extends RecordFilter {
  @Field(() => Int, { nullable: true, description: 'Returns the entries for this service.' })
  serviceId?: number | null;

  @Field(() => CalendarDate, { nullable: true, description: 'Returns entries on this date or after.' })
  from?: string | null;

  @Field(() => CalendarDate, { nullable: true, description: 'Returns entries on this date or before.' })
  to?: string | null;
}

/** The conditions that have arguments of their own (spec, Resource exception dates). */
@ArgsType()
export class ResourceExceptionDateArguments {
  @Field(() => Int, { description: 'The id of the resource.' })
  resourceId!: number;

  @Field(() => Int, {
    nullable: true,
    description: 'Like `filter.serviceId`, which takes precedence and is the default.',
  })
  serviceId?: number | null;

  @Field(() => CalendarDate, {
    nullable: true,
    description: 'On that date or after. `filter.from` takes precedence and is the default.',
  })
  from?: string | null;

  @Field(() => CalendarDate, {
    nullable: true,
    description: 'On that date or before. `filter.to` takes precedence and is the default.',
  })
  to?: string | null;
}

/**
 * Returns a resource's entry for a date and a service, or for all services (spec, Resource exception dates).
 *
 * @throws DomainError NOT_FOUND if there is no entry, so that the standard opening hours apply
 */
export async function getExceptionDate(
  context: RequestContext,
  { resourceId, exceptionDate, serviceId = null }: ResourceExceptionDateKey,
): Promise<ResourceExceptionDate> {
  await checkResource(context, resourceId);
  const [row] = await context.db.rows(ResourceExceptionDate, { resourceId, exceptionDate, serviceId }, { limit: 1 });
  if (!row) throw notFound();
  return row;
}

export const exceptionDateList: List<
  ResourceExceptionDate,
  ResourceExceptionDateFilter,
  ResourceExceptionDateConnection
> = {
  name: 'resourceExceptionDates',
  entity: ResourceExceptionDate,
  connection: ResourceExceptionDateConnection,
  filter: ResourceExceptionDateFilter,
  order: exceptionDateOrder,
  conditions: (_context, { serviceId, from, to }) => ({
    $and: [
      ...(typeof serviceId === 'number' ? [{ serviceId }] : []),
      ...(from ? [{ exceptionDate: { $gte: from } }] : []),
      ...(to ? [{ exceptionDate: { $lte: to } }] : []),
    ],
  }),
};

/** Lists a resource's exception dates, including those for single services. @throws DomainError NOT_FOUND */
export async function listExceptionDates(
  context: RequestContext,
  resourceId: number,
  request: ListRequest<ResourceExceptionDateFilter>,
): Promise<ResourceExceptionDateConnection> {
  await checkResource(context, resourceId);
  const ofResource: typeof exceptionDateList = {
    ...exceptionDateList,
    conditions: (scope, filter) => ({ $and: [{ resourceId }, exceptionDateList.conditions(scope, filter)] }),
  };
  return readList(context, ofResource, request);
}

/** The exception dates of a deleted resource cannot be read. */
async function checkResource(context: RequestContext, id: number): Promise<void> {
  const { active } = await getVisible(context, Resource, id);
  if (!active) throw notFound();
}
