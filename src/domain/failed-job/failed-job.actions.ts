import { recordRemoval } from '../../outbox/change-log.js';
import { by, type RequestContext } from '../context.js';
import { FailedJob } from './failed-job.entity.js';
import { shownFailure } from './failed-job.rules.js';

/** What was to be done, and why it was not. */
interface Failing {
  name: string;
  key: string;
  data: object;
  error: unknown;
  attempts: number;
}

/** Keeps a job that was given up. Safe to repeat: of one key there is one, as it failed last. */
export async function keepFailedJob({ db, clock }: RequestContext, job: Failing): Promise<void> {
  const now = clock.now();
  await db.transaction((tx) =>
    tx.query(
      `insert into failed_job (account_id, created_at, updated_at, name, key, data, failure, tries, failed_at)
       values ($1, $2, $2, $3, $4, $5::jsonb, $6, $7, $2)
       on conflict (account_id, key) do update set updated_at = excluded.updated_at, failure = excluded.failure,
         tries = excluded.tries, failed_at = excluded.failed_at`,
      [now, job.name, job.key, JSON.stringify(job.data), shownFailure(job.error), job.attempts],
    ),
  );
}

/**
 * Begins a job again that was given up: the change has it made, with all its tries. Gives it as it was kept.
 *
 * @throws DomainError NOT_FOUND, also when it has been restarted already
 */
export function restartFailedJob(context: RequestContext, id: number): Promise<FailedJob> {
  return context.db.transaction(async (tx) => {
    const failedJob = await tx.getLocked(FailedJob, id);
    await recordRemoval(tx, 'failed_job.restarted', failedJob, by(context));
    return failedJob;
  });
}
