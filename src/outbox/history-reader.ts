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
