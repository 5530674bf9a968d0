import { enqueueEntries } from '../../src/jobs/calendar-target.jobs.js';
import type { JobRequest } from '../../src/jobs/job-queue.js';
import { type Cursor, startOfLog } from '../../src/outbox/cursor.js';
import { readChanges } from '../../src/outbox/log-reader.js';
import type { RecordedChange } from '../../src/outbox/recorded-change.js';
import { untilSettled } from '../jobs/change-writer.js';
import { findJob, jobContext, running } from './job-context.js';
import type { TestAccount, TestServer } from './test-server.js';

/** Returns the changes of an account after a position in the log, when no transaction holds them back. */
export async function settledChanges(
  { database }: TestServer,
  { credentials: { id } }: TestAccount,
  after: Cursor = startOfLog,
): Promise<readonly RecordedChange[]> {
  await untilSettled(database);
  return (await readChanges(database.account(id), after, 1_000)).changes;
}

/** Marks the entries that changes concern, as the relay does. */
export async function relayEntries(server: TestServer, changes: readonly RecordedChange[]): Promise<void> {
  const context = jobContext(server);
  for (const change of changes) await enqueueEntries(context, change);
}

/** Runs the job of a calendar once. @returns the requests of the next jobs */
export async function writeCalendar(
  server: TestServer,
  { credentials: { id: accountId } }: TestAccount,
  sourceId: number,
): Promise<readonly JobRequest[]> {
  const context = jobContext(server);
  const data = { accountId, sourceId };
  const job = findJob(context, 'write-calendar');
  await job.run(data, running);
  await job.afterSuccess?.(data);
  return context.enqueued;
}

/** Adds entries of three more bookings of an account to a calendar, as if they were to be written. */
export async function addEntries(
  { sql }: Pick<TestServer, 'sql'>,
  { credentials: { id } }: TestAccount,
  sourceId: number,
): Promise<void> {
  await sql(
    `insert into calendar_source_entry
       (account_id, created_at, updated_at, calendar_source_id, booking_id, ends_at, next_attempt_at)
     select account_id, now(), now(), ?::integer, id, booked_to, now() from booking where account_id = ?
       and id not in (select booking_id from calendar_source_entry where booking_id is not null)
     order by id limit 3`,
    ...[sourceId, id],
  );
}
