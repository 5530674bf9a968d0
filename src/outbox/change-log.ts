import { RevisedRecord } from '../platform/database/account-record.entity.js';
import type { AccountTransaction } from '../platform/database/account-transaction.js';
import type { Values } from '../platform/database/record-tracker.js';
import { mapYielding } from '../platform/yielding.js';
import { actorName } from './actor.js';
import { appendEntries, type LogEntry } from './append-entries.js';
import type { ChangeName, ChangeRecords } from './change-records.js';
import type { ChangedBy, LoggedRecord, Snapshot } from './recorded-change.js';

export interface ChangeScope {
  /** Whether data of the record that other tables store has changed. */
  isChangedElsewhere?: boolean;
}

interface NamedChange<Name extends ChangeName> extends ChangeScope {
  name: Name;
  record: ChangeRecords[Name];
}

/** A change to record: its name and the record that it happens to. The catalogue says which entity a name is for. */
export type Change = { [Name in ChangeName]: NamedChange<Name> }[ChangeName];

/**
 * Writes `record` and an entry of the change log, in the transaction of its change. Sets when, by whom and how often the
 * record was changed. A `.modified` change that changes no attribute writes nothing.
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

/** Like `recordChange` for several records with the same change. @returns the records that were written */
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
 * Like `recordChange` for several changes, by one statement, with entries in their order. A new record gets its id, and its
 * values in the form in which the database stores them. @returns the records that were written
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
  record: LoggedRecord;
}

async function writeChanges(
  tx: AccountTransaction,
  changes: readonly AnyChange[],
  by: ChangedBy,
): Promise<ReadonlySet<object>> {
  const entries = (await mapYielding(changes, (change) => entryOf(tx, change, by))).flatMap((entry) => entry ?? []);
  await appendEntries(tx, entries, by);
  return new Set(entries.map(({ record }) => record));
}

/** Returns the entry of a change, or undefined for a modification that modifies nothing. */
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

/** Deletes the row of `record`; its entry shows it as it last was. */
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

/** Leaves out the columns that are `hidden`, the ORM's option for what is not serialized. */
function withoutHidden(tx: AccountTransaction, record: LoggedRecord, values: Values): Snapshot {
  const { properties } = tx.metadataOf(record);
  return Object.fromEntries(Object.entries(values).filter(([name]) => !properties[name]?.hidden));
}

function snapshotOf(tx: AccountTransaction, record: LoggedRecord): Snapshot {
  const snapshot: Snapshot = {};
  for (const { name, hidden } of tx.metadataOf(record).props) {
    if (!hidden) snapshot[name] = Reflect.get(record, name) ?? null;
  }
  return snapshot;
}
