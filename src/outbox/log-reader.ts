import type { AccountDatabase } from '../platform/database/account-database.js';
import { invalid } from '../platform/errors.js';
import { type Cursor, isBefore, parseCursor, startOfLog } from './cursor.js';
import type { RecordedChange } from './recorded-change.js';

/**
 * SQL: the id of the oldest running transaction of the PostgreSQL server. It may be a transaction of another database,
 * which writes nothing here: a report or an import there would hold all changes back.
 */
const serverHorizon = 'pg_snapshot_xmin(pg_current_snapshot())';

/**
 * SQL: the id of the oldest running transaction that may be of this database. Takes 0.3 ms with 80 open transactions,
 * ten times as long as `serverHorizon`, so use it only when changes wait below that.
 *
 * A running transaction is left out only if it is known to be of another database, so no change is skipped:
 * - The snapshot is taken before the sessions are read. A transaction of the snapshot that ends, or becomes prepared,
 *   in between is not found in another database, so the changes after it wait for the next read.
 * - PostgreSQL reads the database and the transaction of a session one after the other. A session that ends in between
 *   may be followed by a session of this database in the same slot, but that session begins its transaction after the
 *   snapshot.
 * - Within a transaction PostgreSQL keeps the sessions that it has read, and they would be older than a later snapshot.
 *   So a transaction must use this expression only once.
 * - The log has ids of top-level transactions, and so have sessions and snapshots, except on a standby.
 * - The snapshot of a standby lists no running transactions, only the oldest. `pg_is_in_recovery()` was rejected: it may
 *   become false after the snapshot, when the standby is promoted.
 * - Every role may see the database and the transaction of every session.
 */
export const ownHorizon = `(
  with foreign_transaction as materialized (
    select session.backend_xid as id from pg_stat_get_activity(null) session
    join pg_database own on own.datname = current_database() and own.oid <> session.datid
    where session.backend_xid is not null
    union all
    select transaction from pg_prepared_xacts where database <> current_database())
  select coalesce(
    (select running.id from pg_snapshot_xip(pg_current_snapshot()) as running (id)
      where running.id::xid not in (select id from foreign_transaction) order by running.id limit 1),
    (select pg_snapshot_xmax(pg_current_snapshot()) from pg_snapshot_xip(pg_current_snapshot()) limit 1),
    ${serverHorizon}))`;

/** The columns of a recorded change, for a select from `change`. */
export const changeColumns = `era, transaction_id::text as "transactionId", id::text as id, account_id as "accountId",
  created_at as "createdAt", name, object_type as "objectType", object_id as "objectId", snapshot, previous, actor,
  request_id as "requestId", trace_parent as "traceParent", exists (
    select from person_erasure erasure where erasure.account_id = change.account_id and erasure.finished_at is null) as "isErasing"`;

/**
 * SQL: whether a change is settled, so that none can still be committed before it. The same on a primary and on its
 * standbys, where a change is settled at the latest when the standby has replayed the end of all transactions before it.
 *
 * The changes of earlier eras are settled, because the server that ran their transactions has stopped, or the database was
 * restored. Those of the latest era are settled, too, if its row came from another server, or by a dump: this server does
 * not run their transactions. After a restart or a promotion, they are below the horizon.
 */
const isSettledBelow = (
  horizon: string,
): string => `(change.transaction_id < ${horizon} or change.era is distinct from (
  select latest.era from change_log_era latest
  where latest.account_id = change.account_id and latest.xmin = latest.writer
    and latest.system_identifier = (select system_identifier from pg_control_system())))`;

/** Reads an account's log: outside of a transaction, or as part of one. */
export type LogSource = Pick<AccountDatabase, 'accountId' | 'query'>;

export interface LogPage {
  /** Settled changes in the log's order. */
  changes: RecordedChange[];
  /** Whether committed changes follow that are not settled yet. Read again soon. */
  hasUnsettled: boolean;
}

/** Returns the settled changes after a cursor, at most `limit`. A transaction may call it once. */
export async function readChanges(source: LogSource, after: Cursor, limit: number): Promise<LogPage> {
  const page = await readBelow(serverHorizon, source, after, limit);
  return page.hasUnsettled ? readBelow(ownHorizon, source, after, limit) : page;
}

async function readBelow(horizon: string, source: LogSource, after: Cursor, limit: number): Promise<LogPage> {
  const rows = await source.query<RecordedChange & { settled: boolean }>(
    `select ${changeColumns}, ${isSettledBelow(horizon)} as settled
     from change
     where account_id = $1 and (era, transaction_id, id) > ($2::integer, $3::xid8, $4::bigint)
     order by account_id, change.era, change.transaction_id, change.id
     limit $5`,
    [after.era, after.transactionId, after.id, limit],
  );
  const changes = rows.filter(({ settled }) => settled).map(({ settled, ...change }) => change);
  return { changes, hasUnsettled: changes.length < rows.length };
}

/** Returns the cursor of the newest settled change. All changes that are recorded from now on come after it. */
export async function findEndOfLog(source: LogSource): Promise<Cursor> {
  const [newest] = await source.query<Cursor & { settled: boolean }>(
    `select ${cursorColumns}, ${isSettledBelow(serverHorizon)} as settled from change where account_id = $1 ${newestFirst}`,
  );
  if (!newest) return startOfLog;
  const { settled, ...cursor } = newest;
  if (settled) return cursor;
  const [row] = await source.query<Cursor>(
    `select ${cursorColumns} from change where account_id = $1 and ${isSettledBelow(ownHorizon)} ${newestFirst}`,
  );
  return row ?? startOfLog;
}

const cursorColumns = 'era, transaction_id::text as "transactionId", id::text as id';
const newestFirst = 'order by account_id desc, change.era desc, change.transaction_id desc, change.id desc limit 1';

/** Returns the change of a cursor, or undefined if the log does not have it, or has deleted it. */
export async function readChange(
  source: LogSource,
  { era, transactionId, id }: Cursor,
): Promise<RecordedChange | undefined> {
  const [change] = await source.query<RecordedChange>(
    `select ${changeColumns} from change where account_id = $1 and era = $2 and transaction_id = $3::xid8 and id = $4::bigint`,
    [era, transactionId, id],
  );
  return change;
}

/** Returns the cursor of the newest deleted change, or the start of the log. */
export async function findTrimmedCursor(source: LogSource): Promise<Cursor> {
  const [row] = await source.query<Cursor>(
    `select era, transaction_id::text as "transactionId", change_id::text as id from change_log_start where account_id = $1`,
  );
  return row ?? startOfLog;
}

/** The text that clients send for the cursor of the newest change. */
const latest = 'latest';

/**
 * Returns the cursor that a client sent.
 *
 * @param text the cursor of a change; `latest` for the end of the log; empty, null or undefined for its oldest kept
 * change
 * @throws DomainError INVALID on `after` if it is not a cursor of this log, or if changes after it were deleted
 */
export async function resolveCursor(source: LogSource, text: string | null | undefined): Promise<Cursor> {
  if (text === null || text === undefined || text === '') return findTrimmedCursor(source);
  const start = await findTrimmedCursor(source);
  if (text === latest) {
    const end = await findEndOfLog(source);
    return isBefore(end, start) ? start : end;
  }
  const cursor = parseCursor(text);
  if (!cursor) throw invalid({ after: ['is invalid'] });
  if (isBefore(cursor, start)) throw tooOld();
  if (isBefore(start, cursor)) await requireChange(source, cursor);
  return cursor;
}

/**
 * Refuses a cursor of a change that was committed after the backup that the database was restored from, or that a
 * replica did not get before it took over. The client has seen a state that the database never had.
 */
async function requireChange(source: LogSource, cursor: Cursor): Promise<void> {
  if (!(await isLost(source, cursor))) return;
  const isAtEnd = isBefore(await findEndOfLog(source), cursor);
  const advice = 'names a change that the restored database does not have: begin anew';
  throw invalid({ after: ['is invalid', ...(isAtEnd ? [] : [advice])] });
}

/** Whether a cursor names a change that the database has lost, as `requireChange` describes. */
async function isLost(source: LogSource, cursor: Cursor): Promise<boolean> {
  if (await readChange(source, cursor)) return false;
  // Otherwise trimmed meanwhile. readAfter finds out whether changes after it are missing.
  return isBefore(await findTrimmedCursor(source), cursor);
}

/**
 * Whether the changes that follow a cursor have another history, in which the change of the cursor was lost: a reader that
 * has passed it on must not go on. That can only be at the first change of an era.
 */
export async function isForked(source: LogSource, cursor: Cursor, [next]: readonly RecordedChange[]): Promise<boolean> {
  return next !== undefined && next.era !== cursor.era && (await isLost(source, cursor));
}

/** Returns the changes after a cursor. @throws DomainError INVALID on `after` if some of them were deleted, or it is lost */
export async function readAfter(source: LogSource, cursor: Cursor, limit: number): Promise<LogPage> {
  const page = await readChanges(source, cursor, limit);
  // Checked after the read: a deletion before the read has moved the trimmed cursor by now.
  if (isBefore(cursor, await findTrimmedCursor(source))) throw tooOld();
  if (await isForked(source, cursor, page.changes)) await requireChange(source, cursor);
  return page;
}

function tooOld() {
  return invalid({ after: ['is older than the changes that are kept'] });
}
