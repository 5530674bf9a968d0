import type { EntityClass } from '@mikro-orm/core';
import type { AccountTransaction } from '../platform/database/account-transaction.js';
import { type Insertion, insertionOf, type NewRecord } from '../platform/database/new-rows.js';
import type { ChangedBy, Loggable, Snapshot } from './change-log.js';
import type { ChangeName } from './change-records.js';

/** A line of the change log, not yet written. */
export interface LogEntry {
  /** Object and past participle, such as `booking.confirmed`. */
  name: ChangeName;
  record: Loggable;
  /** Whether the record has no row yet. */
  isNew: boolean;
  snapshot: Snapshot;
  previous: Snapshot | null;
}

/**
 * Writes lines in their order and, by the same statement, the rows of those records that are new. To draw the ids, insert
 * the rows and append the lines one after the other took three statements for each entity, and the ORM's are planned
 * anew each time.
 *
 * Foreign keys and triggers are checked when the statement ends, so rows may refer to each other in any order.
 */
export async function appendEntries(tx: AccountTransaction, lines: readonly LogEntry[], by: ChangedBy): Promise<void> {
  if (lines.length === 0) return;
  for (const { name } of lines) tx.changed.add(objectTypeOf(name));
  const added = [...new Set(lines.filter(({ isNew }) => isNew).map(({ record }) => record))];
  const places = new Map(added.map((record, place) => [record, place]));
  const insertions = insertionsOf(tx, added);
  const written = lines.map(({ name, record, snapshot, previous }, position) => {
    return { position, name, id: record.id, place: places.get(record), snapshot, previous };
  });
  const values = [by.at, JSON.stringify(by.actor), JSON.stringify(written), ...insertions.map(({ rows }) => rows)];
  const rows = await tx.query<AddedRow>(statementOf(insertions), values, 'composed');
  for (const { place, id, stored } of rows) Object.assign(added[place] ?? {}, { id }, stored);
}

interface AddedRow {
  place: number;
  id: number;
  stored: Record<string, unknown>;
}

function insertionsOf({ em }: AccountTransaction, added: readonly Loggable[]): Insertion[] {
  const records = added.map((record, place): NewRecord => ({ record, place }));
  const byEntity = Map.groupBy(records, ({ record }) => record.constructor as EntityClass<object>);
  return [...byEntity].map(([entity, ofEntity], index) => insertionOf(em.getMetadata(entity), ofEntity, index + 5));
}

const noRows = 'select 0 as place, 0 as id, null::json as stored where false';

function statementOf(insertions: readonly Insertion[]): string {
  const added = insertions.length === 0 ? noRows : insertions.map((insertion) => insertion.added).join(' union all ');
  return `with ${insertions.map(({ expressions }) => `${expressions}, `).join('')}
    added as (${added}), line as (
      select * from jsonb_to_recordset($4::jsonb)
        as line (position integer, name text, id integer, place integer, snapshot jsonb, previous jsonb)
    ), logged as (
      insert into change (account_id, era, created_at, name, object_type, object_id, snapshot, previous, actor)
      select $1, (select open_change_log_era($1)), $2::timestamptz, name, split_part(name, '.', 1), object_id,
        snapshot || jsonb_build_object('id', object_id), previous, $3::jsonb
      from (select line.*, coalesce(line.id, added.id) as object_id from line left join added using (place)) as line
      order by position
    )
    select place, id, stored from added`;
}

/** `booking` of `booking.confirmed`. */
function objectTypeOf(name: string): string {
  return name.slice(0, name.indexOf('.'));
}
