import { RevisedRecord } from '../platform/database/account-record.entity.js';
import type { AccountTransaction } from '../platform/database/account-transaction.js';
import { tableOf } from '../platform/database/entity-table.js';
import {
  changedRecords,
  deletionsOf,
  type Insertion,
  insertionOf,
  type NewRecord,
  type RowWrite,
  updatesOf,
  type Values,
} from '../platform/database/row-writes.js';
import { currentTraceParent } from '../platform/tracing/tracer.js';
import { mapYielding, stringifyYielding } from '../platform/yielding.js';
import { Actor } from './actor.js';
import type { ChangedBy, ChangeName, ChangeRecords, LoggedRecord, Snapshot } from './recorded-change.js';

interface ChangeScope {
  /** Whether data of the record that other tables store has changed. */
  isChangedElsewhere?: boolean;
}

interface NamedChange<Name extends ChangeName> extends ChangeScope {
  name: Name;
  record: ChangeRecords[Name];
}

/** A change to record: its name and the changed record. `domain/entities.ts` declares the entity of each name. */
export type ChangeToRecord = { [Name in ChangeName]: NamedChange<Name> }[ChangeName];

/**
 * Writes `record` and an entry of the change log, in the transaction of its change. Sets when, by whom and how often
 * the record was changed. A `.modified` change that changes no attribute writes nothing.
 *
 * @returns whether something was written
 */
export async function recordChange<Name extends ChangeName>(
  tx: AccountTransaction,
  name: Name,
  record: ChangeRecords[Name],
  by: ChangedBy,
  scope?: ChangeScope,
): Promise<boolean> {
  const changed = await writeChanges(tx, [{ name, record, ...scope }], by);
  return changed.has(record);
}

interface WriteOptions {
  /** Whether the caller needs the ids of new records before the transaction has ended. True by default. */
  needsIds?: boolean;
}

/**
 * Like `recordChange` for several records with the same change.
 *
 * @returns the records that were written
 */
export async function recordChanges<Name extends ChangeName>(
  tx: AccountTransaction,
  name: Name,
  records: readonly ChangeRecords[Name][],
  by: ChangedBy,
  options?: WriteOptions,
): Promise<ReadonlySet<object>> {
  const changes = records.map((record) => ({ name, record }));
  return writeChanges(tx, changes, by, options);
}

/**
 * Like `recordChange` for several changes, by one statement, with entries in their order. A new record gets its id, and
 * its values in the form in which the database stores them. @returns the records that were written
 */
export function recordAll(
  tx: AccountTransaction,
  changes: readonly ChangeToRecord[],
  by: ChangedBy,
): Promise<ReadonlySet<object>> {
  return writeChanges(tx, changes, by);
}

/** A change whose name and record are known to fit. */
interface AnyChange extends ChangeScope {
  name: ChangeName;
  record: LoggedRecord;
}

async function writeChanges(
  tx: AccountTransaction,
  changes: readonly AnyChange[],
  by: ChangedBy,
  options?: WriteOptions,
): Promise<ReadonlySet<object>> {
  const entries = (await mapYielding(changes, (change) => entryOf(tx, change, by))).flatMap((entry) => entry ?? []);
  await appendEntries(tx, entries, by, options);
  return new Set(entries.map(({ record }) => record));
}

/** Returns the entry of a change, or undefined for a modification that changes no attribute. */
function entryOf(tx: AccountTransaction, change: AnyChange, by: ChangedBy): LogEntry | undefined {
  const { name, record, isChangedElsewhere = false } = change;
  const { tracker } = tx;
  if (!tracker.hasRow(record)) {
    tracker.stamp(record, by.at);
    return { name, record, write: 'insert', snapshot: snapshotOf(tx, record), previous: null };
  }
  const isChanged = isChangedElsewhere || Object.keys(tracker.changes(record)).length > 0;
  if (!isChanged && name.endsWith('.modified')) return undefined;
  tracker.stamp(record, by.at);
  if (record.updatedBy !== undefined) record.updatedBy = actorName(by.actor);
  if (record.revisionCount !== undefined) record.revisionCount += 1;
  const { revisionCount, ...others } = tracker.changes(record);
  const isListed = revisionCount !== undefined && !(record instanceof RevisedRecord);
  const previous = withoutHidden(tx, record, isListed ? { revisionCount, ...others } : others);
  return { name, record, write: 'update', snapshot: snapshotOf(tx, record), previous };
}

/** Deletes the row of `record`. Its entry contains the last values. */
export async function recordRemoval<Name extends ChangeName>(
  tx: AccountTransaction,
  name: Name,
  record: ChangeRecords[Name],
  by: ChangedBy,
): Promise<void> {
  await recordRemovals(tx, name, [record], by);
}

/** Like `recordRemoval` for several records, with entries in their order. */
export async function recordRemovals<Name extends ChangeName>(
  tx: AccountTransaction,
  name: Name,
  records: readonly ChangeRecords[Name][],
  by: ChangedBy,
): Promise<void> {
  const removed: readonly LoggedRecord[] = records;
  const entries = removed.map((record): LogEntry => {
    return { name, record, write: 'delete', snapshot: snapshotOf(tx, record), previous: null };
  });
  await appendEntries(tx, entries, by);
}

/** Leaves out `hidden` columns. `hidden` is the ORM's option for columns that are not serialized. */
function withoutHidden(tx: AccountTransaction, record: LoggedRecord, values: Values): Snapshot {
  const { properties } = tx.metadataOf(record);
  return Object.fromEntries(Object.entries(values).filter(([name]) => !properties[name]?.hidden));
}

function snapshotOf(tx: AccountTransaction, record: LoggedRecord): Snapshot {
  return tableOf(tx.metadataOf(record)).shownAttributesOf(record);
}

/** An entry of the change log that is not written yet. */
interface LogEntry {
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
 * their records. Three statements for each entity, one that draws ids, one that inserts rows and one that appends
 * entries, were slower: PostgreSQL plans those of the ORM anew each time.
 *
 * PostgreSQL checks foreign keys and triggers when the statement ends, so rows may refer to each other in any order.
 *
 * Waits for the result only if the caller needs the ids of new records that have none. Without a wait, the statement
 * travels with those after it, and with the commit. Its failure is that of the transaction.
 */
async function appendEntries(
  tx: AccountTransaction,
  entries: readonly LogEntry[],
  by: ChangedBy,
  { needsIds = true }: WriteOptions = {},
): Promise<void> {
  if (entries.length === 0) return;
  for (const { name } of entries) tx.changed.add(objectTypeOf(name));
  const { insert = [], update = [], delete: removed = [] } = Object.groupBy(entries, ({ write }) => write);
  const added = [...new Set(insert.map(({ record }) => record))];
  const indexes = new Map(added.map((record, index) => [record, index]));
  const insertions = await insertionsOf(tx, added);
  const rows = insertions.flatMap(({ parameters }) => parameters);
  const writes = await rowWritesOf(tx, update, removed, rows.length + firstParameter);
  const written = await stringifyYielding(entries, ({ name, record, snapshot, previous }, position) => {
    return { position, name, id: record.id, index: indexes.get(record), snapshot, previous };
  });
  const origin = [by.requestId || null, currentTraceParent() ?? null];
  const values = [by.loggedAt ?? by.at, JSON.stringify(by.actor), written, ...origin];
  const parameters = [...values, ...rows, ...writes.map(({ value }) => value)];
  const waits = needsIds && added.some(({ id }) => id === undefined);
  const note = (): Promise<unknown> =>
    mapYielding(entries, ({ record, write }) => {
      if (write === 'delete') tx.noteDeleted(record);
      else if (write === 'update') tx.noteUpdated(record);
      else if (record.id !== undefined) tx.noteInserted(record);
    });
  if (!waits) await note();
  const result = tx.query<AddedRow>(statementOf(insertions, writes), parameters, 'composed').then((ids) => {
    for (const { index, id, stored } of ids) {
      const record = added[index];
      if (record?.id === undefined) Object.assign(record ?? {}, { id }, stored);
      else tx.tracker.setStored(record, stored);
    }
  });
  if (!waits) return tx.settleBeforeEnd(result);
  await result;
  await note();
}

/** `$1` to `$6` are the account, the time, the actor, the entries, the request and the trace. */
const firstParameter = 7;

interface AddedRow {
  index: number;
  id: number;
  stored: Record<string, unknown>;
}

async function insertionsOf(tx: AccountTransaction, added: readonly LoggedRecord[]): Promise<Insertion[]> {
  const records = added.map((record, index): NewRecord => ({ record, index }));
  const insertions: Insertion[] = [];
  let parameter = firstParameter;
  for (const [meta, ofEntity] of Map.groupBy(records, ({ record }) => tx.metadataOf(record))) {
    const insertion = await insertionOf(meta, ofEntity, parameter);
    insertions.push(insertion);
    parameter += insertion.parameters.length;
  }
  return insertions;
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

const noRows = 'select 0 as index, 0 as id, null::json as stored where false';

/** The statements that insert records of one entity, by their insertion. */
const insertingStatements = new Map<string, string>();

/** The text of the usual statement is the same object each time: V8 and the driver would hash its 5 kB anew. */
function statementOf(insertions: readonly Insertion[], writes: readonly RowWrite[]): string {
  const [first, ...others] = insertions;
  if (!first || others.length > 0 || writes.length > 0) return composeStatement(insertions, writes);
  const statement = insertingStatements.get(first.expressions) ?? composeStatement(insertions, writes);
  insertingStatements.set(first.expressions, statement);
  return statement;
}

function composeStatement(insertions: readonly Insertion[], writes: readonly RowWrite[]): string {
  const added = insertions.length === 0 ? noRows : insertions.map((insertion) => insertion.added).join(' union all ');
  const expressions = [
    ...insertions.map((insertion) => insertion.expressions),
    ...writes.map(({ expression }) => expression),
  ];
  return `with ${expressions.map((expression) => `${expression}, `).join('')}
    added as (${added}), entry as (
      select * from jsonb_to_recordset($4::jsonb)
        as entry (position integer, name text, id integer, index integer, snapshot jsonb, previous jsonb)
    ), logged as (
      insert into change
        (account_id, era, created_at, name, object_type, object_id, snapshot, previous, actor, request_id, trace_parent)
      select $1, (select open_change_log_era($1)), $2::timestamptz, name, split_part(name, '.', 1), object_id,
        snapshot || jsonb_build_object('id', object_id), previous, $3::jsonb, $5, $6
      from (select entry.*, coalesce(entry.id, added.id) as object_id from entry left join added using (index)) as entry
      order by position
    )
    select index, id, stored from added`;
}

/** Returns the `booking` of `booking.confirmed`. */
function objectTypeOf(name: string): string {
  return name.slice(0, name.indexOf('.'));
}

/** Returns the text for `created_by` and `updated_by`. */
export function actorName(actor: Actor): string {
  switch (actor.kind) {
    case 'api_key':
      return 'api';
    case 'user':
      return actor.name;
    case 'partner':
      return 'partner';
    case 'background':
      return 'background';
    case 'public':
      return 'public';
    case 'booking_link':
      return 'link';
  }
}
