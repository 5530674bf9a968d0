import { Field, InputType } from 'type-graphql';
import type { Database } from '../../platform/database/database.js';
import {
  byId,
  byInstant,
  createListOrder,
  InstantRange,
  instantConditions,
  RecordFilter,
} from '../records/list.input.js';
import type { List } from '../records/list.js';
import { FailedJob, FailedJobConnection } from './failed-job.entity.js';

const failedJobOrder = createListOrder(
  'FailedJobOrder',
  { ID: byId, FAILED_AT: byInstant('failedAt', 'last failure') },
  'ID_DESC',
);

/** Conditions that must all hold. */
@InputType()
export class FailedJobFilter extends RecordFilter {
  @Field(() => String, { nullable: true, description: 'Returns the jobs of this name.' })
  name?: string | null;

  @Field(() => InstantRange, { nullable: true, description: 'Returns jobs that failed in this period.' })
  failedAt?: InstantRange | null;
}

/** Returns the keys of those jobs that are stored as failed. The jobs may belong to different accounts. */
export async function findFailedJobKeys(
  { session }: Database,
  jobs: readonly { accountId: number; key: string }[],
): Promise<ReadonlySet<string>> {
  const found = await session.execute<{ key: string }>(
    `select key from failed_job where (account_id, key) in (
       select job."accountId", job.key from jsonb_to_recordset($1::jsonb) as job ("accountId" integer, key text))`,
    [JSON.stringify(jobs)],
  );
  return new Set(found.map(({ key }) => key));
}

export const failedJobList: List<FailedJob, FailedJobFilter, FailedJobConnection> = {
  name: 'failedJobs',
  entity: FailedJob,
  connection: FailedJobConnection,
  filter: FailedJobFilter,
  order: failedJobOrder,
  conditions: (_context, { name, failedAt }) => ({
    $and: [...instantConditions('failedAt', failedAt), ...((name ?? null) === null ? [] : [{ name }])],
  }),
};
