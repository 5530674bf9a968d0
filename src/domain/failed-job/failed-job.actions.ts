import { recordRemoval } from '../../outbox/change-log.js';
import { changedBy, type RequestContext } from '../context.js';
import { FailedJob } from './failed-job.entity.js';

/** A job that failed at its last attempt. */
interface JobFailure {
  name: string;
  key: string;
  data: object;
  error: unknown;
  attempts: number;
}

/**
 * Stores a job that failed at its last attempt. Idempotent: a later failure of the same key replaces the earlier one.
 */
export async function storeFailedJob({ db, serverClock }: RequestContext, job: JobFailure): Promise<void> {
  const now = serverClock.now();
  await db.transaction((tx) =>
    tx.query(
      `insert into failed_job (account_id, created_at, updated_at, name, key, data, failure, attempt_count, failed_at)
       values ($1, $2, $2, $3, $4, $5::jsonb, $6, $7, $2)
       on conflict (account_id, key) do update set updated_at = excluded.updated_at, failure = excluded.failure,
         attempt_count = excluded.attempt_count, failed_at = excluded.failed_at`,
      [now, job.name, job.key, JSON.stringify(job.data), describeFailure(job.error), job.attempts],
    ),
  );
}

/**
 * Deletes a failed job and records the change that enqueues it again, with all its attempts.
 *
 * @returns the deleted record
 * @throws DomainError NOT_FOUND, also if the job was already restarted
 */
export function restartFailedJob(context: RequestContext, id: number): Promise<FailedJob> {
  return context.db.transaction(async (tx) => {
    const failedJob = await tx.getLocked(FailedJob, id);
    await recordRemoval(tx, 'failed_job.restarted', failedJob, changedBy(context));
    return failedJob;
  });
}

const maxLength = 255;

/**
 * Describes an error by its name and the first line of its message. Later lines of database errors contain row data.
 *
 * @returns at most 255 characters, such as `OutboundError: no answer`
 */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const [reason = ''] = error.message.split('\n', 1);
  return [...(reason ? `${error.name}: ${reason}` : error.name)].slice(0, maxLength).join('');
}
