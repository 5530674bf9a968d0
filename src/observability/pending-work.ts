import { maxCounted } from '../outbox/backlog.js';
import type { Database } from '../platform/database/database.js';

/** Counts of unfinished work of all accounts, each at most `maxCounted`. */
export interface PendingWork {
  failedJobs: number;
  pendingDeliveries: number;
  /** Messages that are to be sent, or are being sent. */
  queuedMessages: number;
  /** Messages without a mail server or SMS gateway to send them. */
  unsentMessages: number;
  failedMessages: number;
}

const counted = (rows: string): string =>
  `(select count(*)::integer from (select from ${rows} limit bound.rows) counted)`;

/** Returns undefined if the database is unavailable. Every count reads a partial index, or a table of few rows. */
export async function readPendingWork({ orm }: Database): Promise<PendingWork | undefined> {
  const query = orm.em.fork().execute<PendingWork[]>(
    `select ${counted('failed_job')} as "failedJobs",
       ${counted(`web_hook_delivery where state = 'pending'`)} as "pendingDeliveries",
       ${counted(`message where state in ('queued', 'sending')`)} as "queuedMessages",
       ${counted(`message where state = 'unsent'`)} as "unsentMessages",
       ${counted(`message where state = 'failed'`)} as "failedMessages"
     from (select ?::integer as rows) bound`,
    [maxCounted],
  );
  return query.then(
    ([work]) => work,
    () => undefined,
  );
}
