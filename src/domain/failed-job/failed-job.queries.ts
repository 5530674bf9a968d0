import type { FilterQuery } from '@mikro-orm/core';
import type { PageRequest } from '../connection.js';
import type { RequestContext } from '../context.js';
import { FailedJob, FailedJobConnection } from './failed-job.entity.js';

/** Jobs that were given up, newest first; of one name, if any. */
export function listFailedJobs(
  { db }: RequestContext,
  name: string | null | undefined,
  page: PageRequest,
): FailedJobConnection {
  const where: FilterQuery<FailedJob> = (name ?? null) === null ? {} : { name };
  return new FailedJobConnection(
    page,
    (part) => db.rows(FailedJob, where, { orderBy: { id: 'desc' }, ...part }),
    () => db.count(FailedJob, where),
  );
}
