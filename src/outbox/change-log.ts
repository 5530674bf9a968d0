import type { EntityClass, EntityMetadata } from '@mikro-orm/core';
import type { AccountTransaction } from '../platform/database/account-transaction.js';
import { mapInTurns } from '../platform/in-turns.js';
import { type Actor, actorName } from './actor.js';
import { appendEntries, type LogEntry } from './append-entries.js';
import type { ChangeName, ChangeRecords, ObjectType } from './change-records.js';
import type { Cursor } from './cursor.js';
import { hasRow, keepOldValues, type OldValues, oldValues } from './old-values.js';

/** The attributes of an object by name; instants as ISO 8601 in UTC. */
export type Snapshot = Record<string, unknown>;

/**
 * A row of the change log. The log's order is that of (era, transaction id, id), read only below the oldest transaction
 * that still runs: a transaction with a smaller id can commit later, but none can appear below that horizon. A
 * transaction gets its id at its first write, so the order is also that of cause and effect as long as actions lock and
 * read before they write. An era is the time for which one PostgreSQL server runs: only then transaction ids rise.
 */
export interface RecordedChange extends Cursor {
  accountId: number;
  createdAt: string;
  name: ChangeName;
  objectType: ObjectType;
  objectId: number;
  snapshot: Snapshot;
  previous: Snapshot | null;
  actor: Actor;
}

/** What has lines in the log: an account's records, and the account itself. */
export interface Loggable {
  id: number;
  updatedAt: Date;
  /** The name of the actor of the last change. */
  updatedBy?: string | null;
  /** Changes since the creation. */
  revisionCount?: number;
}

/** Who makes a change, and when it happens by the clock of the request. */
export interface ChangedBy {
  actor: Actor;
  at: Date;
}

export interface ChangeScope {
  /** Whether something of the record has changed that other tables store. */
  isChangedElsewhere?: boolean;
}

interface NamedChange<Name extends ChangeName> extends ChangeScope {
  name: Name;
  record: ChangeRecords[Name];
}

/** A change to record: its name and the record that it happens to. The catalogue says which entity a name is for. */
export type Change = { [Name in ChangeName]: NamedChange<Name> }[ChangeName];

/**
 * Writes `record` and the line of the log that says so, in the transaction of its change. Sets when, by whom and how
 * often the record was changed. A modification that changes no attribute is not a change: it writes nothing.
 *
 * @param name object and past participle, such as `booking.confirmed`
 * @returns whether it is a change
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

/** The same for several records to which the same happens. @returns those that have changed */
export async function recordChanges<Name extends ChangeName>(
  tx: AccountTransaction,
  name: Name,
  records: readonly ChangeRecords[Name][],
  by: ChangedBy,
): Promise<ReadonlySet<object>> {
  const changes = records.map((record) => ({ name, record }));
  return writeChanges(tx, changes, by);
}

/**
 * The same for several changes that belong together, with a line for each, in their order. A new record gets its id, and
 * its values in the form in which the database keeps them.
 */
export function recordAll(
  tx: AccountTransaction,
  changes: readonly Change[],
  by: ChangedBy,
): Promise<ReadonlySet<object>> {
  return writeChanges(tx, changes, by);
}

/** A change whose name and record are known to fit. */
interface AnyChange extends ChangeScope {
  name: ChangeName;
  record: Loggable;
}

async function writeChanges(
  tx: AccountTransaction,
  changes: readonly AnyChange[],
  by: ChangedBy,
): Promise<ReadonlySet<object>> {
  const marked = await mapInTurns(changes, (change) => {
    const previous = markChanged(tx, change, by);
    return previous === 'unchanged' ? [] : [lineOf(tx, change, previous)];
  });
  const lines = marked.flat();
  const records = new Set(lines.map(({ record }) => record));
  if (lines.length === 0) return records;
  await appendEntries(tx, lines, by);
  await flush(tx, records);
  // From now on, a change of a record that was new is an update of its row.
  for (const { record, isNew } of lines) if (isNew) manage(tx, record);
  return records;
}

async function flush(tx: AccountTransaction, records: ReadonlySet<object>): Promise<void> {
  if (tx.em.getUnitOfWork().getIdentityMap().keys().length === 0) return;
  await keepOldValues(tx, records);
  await tx.em.flush();
}

function manage({ em }: AccountTransaction, record: Loggable): void {
  em.getUnitOfWork().register(record, em.getComparator().prepareEntity(record), { refresh: true });
}

/** Attributes that describe the last change: by themselves they are not one. */
const descriptive = ['updatedAt', 'updatedBy', 'revisionCount'];

/**
 * Sets when, by whom and how often a record was changed.
 *
 * @returns its old values, null for a new record; `unchanged` for a modification that modifies nothing
 */
function markChanged(
  tx: AccountTransaction,
  { name, record, isChangedElsewhere = false }: AnyChange,
  { actor, at }: ChangedBy,
): OldValues | null | 'unchanged' {
  if (!hasRow(tx, record)) return null;
  const { updatedAt, updatedBy, revisionCount } = record;
  record.updatedAt = at;
  if (updatedBy !== undefined) record.updatedBy = actorName(actor);
  if (revisionCount !== undefined) record.revisionCount = revisionCount + 1;
  const old = oldValues(tx, record);
  const isChanged = isChangedElsewhere || Object.keys(old).some((attribute) => !descriptive.includes(attribute));
  if (isChanged || !name.endsWith('.modified')) return old;
  record.updatedAt = updatedAt;
  if (updatedBy !== undefined) record.updatedBy = updatedBy;
  if (revisionCount !== undefined) record.revisionCount = revisionCount;
  return 'unchanged';
}

/** Takes the row of `record` away; the line of the log shows it as it last was. */
export async function recordRemoval<Name extends ChangeName>(
  tx: AccountTransaction,
  name: Name,
  record: ChangeRecords[Name],
  by: ChangedBy,
): Promise<void> {
  await recordRemovals(tx, name, [record], by);
}

/** The same for several records at once, with a line for each, in their order. */
export async function recordRemovals<Name extends ChangeName>(
  tx: AccountTransaction,
  name: Name,
  records: readonly ChangeRecords[Name][],
  by: ChangedBy,
): Promise<void> {
  const lines = records.map((record) => lineOf(tx, { name, record }, null));
  for (const record of records) tx.em.remove(record);
  await tx.em.flush();
  await appendEntries(tx, lines, by);
}

function lineOf(tx: AccountTransaction, { name, record }: AnyChange, previous: OldValues | null): LogEntry {
  return {
    name,
    record,
    isNew: !hasRow(tx, record),
    snapshot: snapshotOf(tx, record),
    previous: previous && withoutHidden(tx, record, previous),
  };
}

/** Leaves out the columns that are `hidden`, the ORM's option for what is not serialized. */
function withoutHidden(tx: AccountTransaction, record: Loggable, values: OldValues): Snapshot {
  const hidden = new Set(metadataOf(tx, record).props.flatMap((property) => (property.hidden ? [property.name] : [])));
  return Object.fromEntries(Object.entries(values).filter(([name]) => !hidden.has(name)));
}

function snapshotOf(tx: AccountTransaction, record: Loggable): Snapshot {
  const snapshot: Snapshot = {};
  for (const { name, hidden } of metadataOf(tx, record).props) {
    if (!hidden) snapshot[name] = Reflect.get(record, name) ?? null;
  }
  return snapshot;
}

function metadataOf({ em }: AccountTransaction, record: Loggable): EntityMetadata {
  return em.getMetadata(record.constructor as EntityClass<Loggable>);
}
