import { notFound } from '../../platform/errors.js';
import type { RequestContext } from '../context.js';
import { type List, type ListRequest, readList } from '../records/list.js';
import { getResource } from './resource.queries.js';
import { ResourceExceptionDate, ResourceExceptionDateConnection } from './resource-exception-date.entity.js';
import {
  exceptionDateOrder,
  ResourceExceptionDateFilter,
  type ResourceExceptionDateKey,
} from './resource-exception-date.input.js';

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
      ...(serviceId ? [{ serviceId }] : []),
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
  const { active } = await getResource(context, id);
  if (!active) throw notFound();
}
