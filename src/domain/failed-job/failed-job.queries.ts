import type { FilterQuery } from '@mikro-orm/core';
import type { Database } from '../../platform/database/database.js';
import type { PageRequest } from '../connection.type.js';
import type { RequestContext } from '../context.js';
import { FailedJob, FailedJobConnection } from './failed-job.entity.js';

/** Returns the keys of those jobs that are stored as failed. The jobs may belong to different accounts. */
export async function findFailedJobKeys(
  { orm }: Database,
  jobs: readonly { accountId: number; key: string }[],
): Promise<ReadonlySet<string>> {
  const found = await orm.em.fork().execute<{ key: string }[]>(
    `select key from failed_job where (account_id, key) in (
       select job."accountId", job.key from jsonb_to_recordset(?::jsonb) as job ("accountId" integer, key text))`,
    [JSON.stringify(jobs)],
  );
  return new Set(found.map(({ key }) => key));
}

/** Lists failed jobs, newest first, optionally of one name. */
export function listFailedJobs(
  { db }: RequestContext,
  name: string | null | undefined,
  page: PageRequest,
): FailedJobConnection {
  const where: FilterQuery<FailedJob> = (name ?? null) === null ? {} : { name };
  return new FailedJobConnection(
    page,
    (slice) => db.rows(FailedJob, where, { orderBy: { id: 'desc' }, ...slice }),
    () => db.count(FailedJob, where),
  );
}
