import type { FilterQuery } from '@mikro-orm/core';
import type { Row } from '../../platform/database/rows.js';
import { notFound } from '../../platform/errors.js';
import type { RequestContext } from '../context.js';
import { getResource } from './resource.queries.js';
import { ResourceExceptionDate, ResourceExceptionDateConnection } from './resource-exception-date.entity.js';
import type { ResourceExceptionDateArguments, ResourceExceptionDateKey } from './resource-exception-date.input.js';

/**
 * Returns a resource's entry for a date and a service, or for all services (spec, Resource exception dates).
 *
 * @throws DomainError NOT_FOUND if there is no entry, so that the standard opening hours apply
 */
export async function getExceptionDate(
  context: RequestContext,
  { resourceId, exceptionDate, serviceId = null }: ResourceExceptionDateKey,
): Promise<Row<ResourceExceptionDate>> {
  await checkResource(context, resourceId);
  const [row] = await context.db.rows(ResourceExceptionDate, { resourceId, exceptionDate, serviceId }, { limit: 1 });
  if (!row) throw notFound();
  return row;
}

/** Lists a resource's exception dates by date, including those for single services. @throws DomainError NOT_FOUND */
export async function listExceptionDates(
  context: RequestContext,
  { resourceId, serviceId, from, to, ...page }: ResourceExceptionDateArguments,
): Promise<ResourceExceptionDateConnection> {
  await checkResource(context, resourceId);
  const conditions: FilterQuery<ResourceExceptionDate>[] = [{ resourceId }];
  if (serviceId) conditions.push({ serviceId });
  if (from) conditions.push({ exceptionDate: { $gte: from } });
  if (to) conditions.push({ exceptionDate: { $lte: to } });
  const where = { $and: conditions };
  return new ResourceExceptionDateConnection(
    page,
    (part) => context.db.rows(ResourceExceptionDate, where, { orderBy: { exceptionDate: 'asc', id: 'asc' }, ...part }),
    () => context.db.count(ResourceExceptionDate, where),
  );
}

/** The exception dates of a deleted resource cannot be read. */
async function checkResource(context: RequestContext, id: number): Promise<void> {
  const { active } = await getResource(context, id);
  if (!active) throw notFound();
}
