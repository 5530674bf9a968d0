import type { EntityClass } from '@mikro-orm/core';
import type { AccountTransaction } from '../platform/database/account-transaction.js';
import { changedRecords, deletionsOf, type RowWrite, updatesOf } from '../platform/database/changed-rows.js';
import { type Insertion, insertionOf, type NewRecord } from '../platform/database/new-rows.js';
import { mapSequentially, mapYielding, stringifyYielding } from '../platform/yielding.js';
import type { ChangeName } from './change-records.js';
import type { ChangedBy, LoggedRecord, Snapshot } from './recorded-change.js';

/** An entry of the change log that is not written yet. */
export interface LogEntry {
  /** Object and past participle, such as `booking.confirmed`. */
  name: ChangeName;
  record: LoggedRecord;
  /** The statement that writes the row of the record. */
  write: 'insert' | 'update' | 'delete';
  snapshot: Snapshot;
  previous: Snapshot | null;
}

/**
 * Appends entries to the change log in their order and, by the same statement, inserts, updates or deletes the rows of
 * their records. To draw ids, insert rows and append entries one after the other took three statements for each entity,
 * and those of the ORM are planned anew each time.
 *
 * PostgreSQL checks foreign keys and triggers when the statement ends, so rows may refer to each other in any order.
 */
export async function appendEntries(
  tx: AccountTransaction,
  entries: readonly LogEntry[],
  by: ChangedBy,
): Promise<void> {
  if (entries.length === 0) return;
  for (const { name } of entries) tx.changed.add(objectTypeOf(name));
  const { insert = [], update = [], delete: removed = [] } = Object.groupBy(entries, ({ write }) => write);
  const added = [...new Set(insert.map(({ record }) => record))];
  const places = new Map(added.map((record, place) => [record, place]));
  const insertions = await insertionsOf(tx, added);
  const writes = await rowWritesOf(tx, update, removed, insertions.length + firstParameter);
  const written = await stringifyYielding(entries, ({ name, record, snapshot, previous }, position) => {
    return { position, name, id: record.id, place: places.get(record), snapshot, previous };
  });
  const values = [by.loggedAt ?? by.at, JSON.stringify(by.actor), written];
  const parameters = [...values, ...insertions.map(({ rows }) => rows), ...writes.map(({ value }) => value)];
  const rows = await tx.query<AddedRow>(statementOf(insertions, writes), parameters, 'composed');
  for (const { place, id, stored } of rows) Object.assign(added[place] ?? {}, { id }, stored);
  await mapYielding(entries, ({ record, write }) => {
    if (write === 'delete') tx.tracker.deleteRow(record);
    else tx.tracker.setRow(record);
  });
}

/** `$1` to `$4` are the account, the time, the actor and the entries. */
const firstParameter = 5;

interface AddedRow {
  place: number;
  id: number;
  stored: Record<string, unknown>;
}

function insertionsOf(tx: AccountTransaction, added: readonly LoggedRecord[]): Promise<Insertion[]> {
  const records = added.map((record, place): NewRecord => ({ record, place }));
  const byEntity = Map.groupBy(records, ({ record }) => record.constructor as EntityClass<object>);
  return mapSequentially([...byEntity], ([entity, ofEntity], index) =>
    insertionOf(tx.em.getMetadata(entity), ofEntity, index + firstParameter),
  );
}

async function rowWritesOf(
  tx: AccountTransaction,
  updated: readonly LogEntry[],
  removed: readonly LogEntry[],
  parameter: number,
): Promise<RowWrite[]> {
  const metadataOf = (record: object) => tx.metadataOf(record);
  const changed = await changedRecords(
    tx.tracker,
    updated.map(({ record }) => record),
  );
  const updates = updatesOf(metadataOf, changed, parameter);
  const records = removed.map(({ record }) => record);
  return [...updates, ...deletionsOf(metadataOf, records, parameter + updates.length)];
}

const noRows = 'select 0 as place, 0 as id, null::json as stored where false';

function statementOf(insertions: readonly Insertion[], writes: readonly RowWrite[]): string {
  const added = insertions.length === 0 ? noRows : insertions.map((insertion) => insertion.added).join(' union all ');
  const expressions = [
    ...insertions.map((insertion) => insertion.expressions),
    ...writes.map(({ expression }) => expression),
  ];
  return `with ${expressions.map((expression) => `${expression}, `).join('')}
    added as (${added}), entry as (
      select * from jsonb_to_recordset($4::jsonb)
        as entry (position integer, name text, id integer, place integer, snapshot jsonb, previous jsonb)
    ), logged as (
      insert into change (account_id, era, created_at, name, object_type, object_id, snapshot, previous, actor)
      select $1, (select open_change_log_era($1)), $2::timestamptz, name, split_part(name, '.', 1), object_id,
        snapshot || jsonb_build_object('id', object_id), previous, $3::jsonb
      from (select entry.*, coalesce(entry.id, added.id) as object_id from entry left join added using (place)) as entry
      order by position
    )
    select place, id, stored from added`;
}

/** `booking` of `booking.confirmed`. */
function objectTypeOf(name: string): string {
  return name.slice(0, name.indexOf('.'));
}
