import { afterAllChanges, type Cursor, startOfLog } from './cursor.js';
import { changeColumns, type LogSource } from './log-reader.js';
import type { RecordedChange } from './recorded-change.js';

/** Selects changes of a history. */
export interface HistoryFilter {
  names?: readonly string[] | undefined;
  /** The earliest time of a change. */
  from?: Date | undefined;
  /** Changes at this time and later are left out. */
  to?: Date | undefined;
}

/** A part of a history. */
export interface HistoryRange {
  newestFirst: boolean;
  limit?: number;
  offset?: number;
  /** The cursor after which the part begins, in the order of the part. */
  after?: Cursor | undefined;
}

/** Returns the kept changes of several objects, at most `limit` of each, ordered by object. */
export function readHistories(
  source: LogSource,
  objectType: string,
  objectIds: readonly number[],
  filter: HistoryFilter,
  { newestFirst, limit, offset = 0, after = newestFirst ? afterAllChanges : startOfLog }: HistoryRange,
): Promise<RecordedChange[]> {
  const direction = newestFirst ? 'desc' : 'asc';
  const inOrder = ['era', 'transaction_id', 'id'].map((column) => `change.${column} ${direction}`).join(', ');
  return source.query<RecordedChange>(
    `select ${changeColumns} from unnest($3::integer[]) as owner (object) cross join lateral (
       select * from change
       where ${isOfObject} = owner.object and ${isWanted}
         and (era, transaction_id, id) ${newestFirst ? '<' : '>'} ($9::integer, $10::xid8, $11::bigint)
       order by account_id ${direction}, object_type ${direction}, object_id ${direction}, ${inOrder}
       limit $7 offset $8
     ) as change
     order by owner.object, ${inOrder}`,
    [
      ...parametersOf(objectType, objectIds, filter),
      ...[limit ?? null, offset, after.era, after.transactionId, after.id],
    ],
  );
}

/** Counts the kept changes of several objects. Objects without changes are left out. */
export function countHistories(
  source: LogSource,
  objectType: string,
  objectIds: readonly number[],
  filter: HistoryFilter,
): Promise<{ objectId: number; count: number }[]> {
  return source.query(
    `select object_id as "objectId", count(*)::integer as count from change
     where ${isOfObject} = any ($3::integer[]) and ${isWanted} group by object_id`,
    parametersOf(objectType, objectIds, filter),
  );
}

const isOfObject = 'account_id = $1 and object_type = $2 and object_id';
const isWanted = `($4::text[] is null or name = any ($4::text[])) and ($5::timestamptz is null or created_at >= $5)
  and ($6::timestamptz is null or created_at < $6)`;

/** `$1` is the account. */
function parametersOf(objectType: string, objectIds: readonly number[], { names, from, to }: HistoryFilter): unknown[] {
  return [objectType, objectIds, names ?? null, from ?? null, to ?? null];
}

/** Returns the changes at several cursors, in no order. Those that were deleted are left out. */
export function readChangesAt(source: LogSource, cursors: readonly Cursor[]): Promise<RecordedChange[]> {
  return source.query<RecordedChange>(
    `select ${changeColumns} from unnest($2::integer[], $3::xid8[], $4::bigint[]) as place (of_era, of_transaction, of_change)
     cross join lateral (
       select * from change where account_id = $1
         and era = of_era and transaction_id = of_transaction and id = of_change
     ) as change`,
    [cursors.map(({ era }) => era), cursors.map(({ transactionId }) => transactionId), cursors.map(({ id }) => id)],
  );
}

/** A part of the log by time. */
interface Period {
  names: readonly string[];
  /** The earliest time of a change, on the server's clock. */
  from: Date;
  /** Changes at this time and later are left out. */
  to: Date;
  after: Cursor;
  /** The number of changes of the part. */
  limit: number;
}

interface ScannedChange extends Cursor {
  name: string;
  objectId: number;
  isWanted: boolean;
  /** Whether the scan ended here, although changes of the period may follow. */
  isCut: boolean;
}

/** Changes that are read at most to find those of a part. */
const maxScanned = 50_000;
/** Milliseconds. A change may come so long before one of an earlier time. Longer than any transaction. */
const maxDisorder = 5 * 60_000;

/**
 * Returns the changes of a period in the order of the log, as far as one statement reads them.
 *
 * @returns `next`: the cursor to continue with, or null if the period may have no more changes
 */
export async function readPeriod(
  source: LogSource,
  { names, from, to, after, limit }: Period,
): Promise<{ changes: (Cursor & { name: string; objectId: number })[]; next: Cursor | null }> {
  const scanned = await source.query<ScannedChange>(
    `with scanned as materialized (
       select era, transaction_id, id, name, object_id, created_at, row_number() over () as position
       from (select era, transaction_id, id, name, object_id, created_at from change
         where account_id = $1 and (era, transaction_id, id) > ($2::integer, $3::xid8, $4::bigint)
         order by account_id, era, transaction_id, id limit $5) as page)
     select era, transaction_id::text as "transactionId", id::text as id, name, object_id as "objectId",
       name = any ($6::text[]) and created_at >= $7 and created_at < $8 as "isWanted",
       position = $5 and created_at < $9 as "isCut"
     from scanned
     where (name = any ($6::text[]) and created_at >= $7 and created_at < $8) or position = $5
     order by era, scanned.transaction_id, scanned.id limit $10`,
    [
      ...[after.era, after.transactionId, after.id, maxScanned, names, from, to],
      ...[new Date(to.getTime() + maxDisorder), limit + 1],
    ],
  );
  const wanted = scanned.filter(({ isWanted }) => isWanted).slice(0, limit);
  const last = scanned.length > limit ? wanted.at(-1) : scanned.find(({ isCut }) => isCut);
  return { changes: wanted, next: last ?? null };
}
