import type { FilterQuery } from '@mikro-orm/core';
import type { AccountDatabase } from '../../platform/database/account-database.js';
import type { PageRequest } from '../connection.js';
import type { RequestContext } from '../context.js';
import { FailedJob, FailedJobConnection } from './failed-job.entity.js';

/** Whether a job of that key was given up and has not been restarted. */
export async function isGivenUp(db: AccountDatabase, key: string): Promise<boolean> {
  return (await db.count(FailedJob, { key })) > 0;
}

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
