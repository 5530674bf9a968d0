import { maxCounted } from '../outbox/backlog.js';
import type { Database } from '../platform/database/database.js';

/** Work of all accounts that is not done. Each number is at most `maxCounted`. */
export interface Backlog {
  failedJobs: number;
  pendingDeliveries: number;
  /** Messages that wait to be sent, or are being sent. */
  queuedMessages: number;
  /** Messages that nothing was configured to send. */
  unsentMessages: number;
  failedMessages: number;
}

const counted = (rows: string): string =>
  `(select count(*)::integer from (select from ${rows} limit bound.rows) counted)`;

/** Returns undefined if the database does not answer. Every count reads a partial index, or a table of few rows. */
export async function readBacklog({ orm }: Database): Promise<Backlog | undefined> {
  const query = orm.em.fork().execute<Backlog[]>(
    `select ${counted('failed_job')} as "failedJobs",
       ${counted(`web_hook_delivery where state = 'pending'`)} as "pendingDeliveries",
       ${counted(`message where state in ('queued', 'sending')`)} as "queuedMessages",
       ${counted(`message where state = 'unsent'`)} as "unsentMessages",
       ${counted(`message where state = 'failed'`)} as "failedMessages"
     from (select ?::integer as rows) bound`,
    [maxCounted],
  );
  return query.then(
    ([backlog]) => backlog,
    () => undefined,
  );
}
