import type { AccountDatabase } from '../platform/database/account-database.js';
import { invalid } from '../platform/errors.js';
import type { RecordedChange } from './change-log.js';
import { isBefore, type Position, positionOf, startOfLog } from './cursor.js';

const columns = `era, transaction_id::text as "transactionId", id::text as id, account_id as "accountId",
  created_at as "createdAt", name, object_type as "objectType", object_id as "objectId", snapshot, previous, actor`;

/**
 * Whether no change can appear before a change any more. Those of earlier eras are settled: the server that ran their
 * transactions has stopped. The latest era is over, too, if the server was started again and nothing was recorded since.
 */
const isSettled = `(change.transaction_id < pg_snapshot_xmin(pg_current_snapshot()) or change.era is distinct from (
  select latest.era from change_log_era latest
  where latest.account_id = change.account_id and latest.server_started_at = pg_postmaster_start_time()))`;

/** Where an account's log is read from: its database, or a transaction that is under way. */
export type LogSource = Pick<AccountDatabase, 'accountId' | 'query'>;

export interface LogPage {
  /** In the log's order; none can be overtaken any more. */
  changes: RecordedChange[];
  /** Whether there are changes after these that were committed but may still be overtaken: to be read again soon. */
  held: boolean;
}

/** Changes after a place of the log, at most `limit`. */
export async function readChanges(source: LogSource, after: Position, limit: number): Promise<LogPage> {
  const rows = await source.query<RecordedChange & { settled: boolean }>(
    `select ${columns}, ${isSettled} as settled
     from change
     where account_id = $1 and (era, transaction_id, id) > ($2::integer, $3::xid8, $4::bigint)
     order by account_id, change.era, change.transaction_id, change.id
     limit $5`,
    [after.era, after.transactionId, after.id, limit],
  );
  const changes = rows.filter(({ settled }) => settled).map(({ settled, ...change }) => change);
  return { changes, held: changes.length < rows.length };
}

/** The newest place of the log that is settled: what is recorded from now on comes after it. */
export async function endOfLog(source: LogSource): Promise<Position> {
  const [row] =
    await source.query<Position>(`select era, transaction_id::text as "transactionId", id::text as id from change
     where account_id = $1 and ${isSettled}
     order by account_id desc, change.era desc, change.transaction_id desc, change.id desc limit 1`);
  return row ?? startOfLog;
}

/** The change at that place, if it is kept. */
export async function readChange(
  source: LogSource,
  { era, transactionId, id }: Position,
): Promise<RecordedChange | undefined> {
  const [change] = await source.query<RecordedChange>(
    `select ${columns} from change where account_id = $1 and era = $2 and transaction_id = $3::xid8 and id = $4::bigint`,
    [era, transactionId, id],
  );
  return change;
}

/** Up to where the log has been deleted; its start where nothing has been. */
export async function trimmedUntil(source: LogSource): Promise<Position> {
  const [row] = await source.query<Position>(
    `select era, transaction_id::text as "transactionId", change_id::text as id from change_log_start where account_id = $1`,
  );
  return row ?? startOfLog;
}

/** Returns the kept changes of one object, oldest first. */
export function readHistory(
  source: LogSource,
  objectType: string,
  objectId: number,
  { limit, offset = 0 }: { limit?: number; offset?: number },
): Promise<RecordedChange[]> {
  return source.query<RecordedChange>(
    `select ${columns} from change
     where account_id = $1 and object_type = $2 and object_id = $3
     order by account_id, object_type, object_id, change.era, change.transaction_id, change.id
     limit $4 offset $5`,
    [objectType, objectId, limit ?? null, offset],
  );
}

/** How many changes of one object are kept. */
export async function countHistory(source: LogSource, objectType: string, objectId: number): Promise<number> {
  const [row] = await source.query<{ count: number }>(
    'select count(*)::integer as count from change where account_id = $1 and object_type = $2 and object_id = $3',
    [objectType, objectId],
  );
  return row?.count ?? 0;
}

/** The cursor that stands for the newest change there is. */
const latest = 'latest';

/**
 * The place of the log that a client was at.
 *
 * @param cursor as it was given with a change, `latest` for what is new from now on, or none for all that is kept
 * @throws DomainError INVALID on `after`: it is no cursor of this log, or what followed it is not kept any more
 */
export async function placeOf(source: LogSource, cursor: string | null | undefined): Promise<Position> {
  if (cursor === null || cursor === undefined || cursor === '') return trimmedUntil(source);
  const [end, start] = [await endOfLog(source), await trimmedUntil(source)];
  const newest = isBefore(end, start) ? start : end;
  if (cursor === latest) return newest;
  const place = positionOf(cursor);
  if (!place || isBefore(newest, place)) throw invalid({ after: ['is invalid'] });
  if (place.era < newest.era && isBefore(start, place)) await requireChange(source, place);
  if (isBefore(place, start)) throw tooOld();
  return place;
}

/**
 * Refuses a cursor of a change that was committed after the backup that the database was restored from, or that a
 * replica did not get before it took over: the client knows a state that the database never had.
 */
async function requireChange(source: LogSource, place: Position): Promise<void> {
  if (await readChange(source, place)) return;
  // Trimmed meanwhile: readAfter finds out whether something after it is missing.
  if (!isBefore(await trimmedUntil(source), place)) return;
  throw invalid({ after: ['is invalid', 'names a change that the restored database does not have: begin anew'] });
}

/** What comes after a place. @throws DomainError INVALID on `after` when some of it is not kept any more */
export async function readAfter(source: LogSource, place: Position, limit: number): Promise<LogPage> {
  const page = await readChanges(source, place, limit);
  // Looked up after it was read: what was deleted before that is noted by now.
  if (isBefore(place, await trimmedUntil(source))) throw tooOld();
  return page;
}

function tooOld() {
  return invalid({ after: ['is older than the changes that are kept'] });
}
