import type { EntityClass } from '@mikro-orm/core';
import type { AccountTransaction } from '../platform/database/account-database.js';
import { mapInTurns } from '../platform/in-turns.js';
import { type Actor, actorName } from './actor.js';
import { keepOldValues, type OldValues, oldValues } from './old-values.js';
import type { Position } from './position.js';

/** The attributes of an object by name; instants as ISO 8601 in UTC. */
export type Snapshot = Record<string, unknown>;

/**
 * A row of the change log. The log's order is that of (era, transaction id, id), read only below the oldest transaction
 * that still runs: a transaction with a smaller id can commit later, but none can appear below that horizon. A
 * transaction gets its id at its first write, so the order is also that of cause and effect as long as actions lock and
 * read before they write. An era is the time for which one PostgreSQL server runs: only then transaction ids rise.
 */
export interface RecordedChange extends Position {
  accountId: number;
  createdAt: string;
  name: string;
  objectType: string;
  objectId: number;
  snapshot: Snapshot;
  previous: Snapshot | null;
  actor: Actor;
}

/** Attributes that never leave the table they are stored in. */
const secretAttributes = new Set([
  'accountId',
  'code',
  'verificationCode',
  'verificationFailures',
  'verificationRecipient',
  'unverifiedAttributes',
  'passwordHash',
  'invitationHash',
  'keyHash',
  'tokenHash',
  'googleMerchantKey',
  'secret',
  'body',
  'html',
  'calendar',
  'targetUrl',
  'payload',
  'attempts',
  'appliedAt',
  'chosenMessages',
]);

/** What has lines in the log: an account's records, and the account itself. */
interface Loggable {
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

/** What happened to a record, named by object and past participle, such as `booking.confirmed`. */
export interface Change extends ChangeScope {
  name: string;
  record: Loggable;
}

export interface ChangeScope {
  /** Whether something of the record has changed that other tables store. */
  isChangedElsewhere?: boolean;
}

/**
 * Writes `record` and the line of the log that says so, in the transaction of its change. Sets when, by whom and how
 * often the record was changed. A modification that changes no attribute is not a change: it writes nothing.
 *
 * @param name object and past participle, such as `booking.confirmed`
 * @returns whether it is a change
 */
export async function recordChange(
  tx: AccountTransaction,
  name: string,
  record: Loggable,
  by: ChangedBy,
  scope?: ChangeScope,
): Promise<boolean> {
  const changed = await recordAll(tx, [{ name, record, ...scope }], by);
  return changed.has(record);
}

/** The same for several records to which the same happens. @returns those that have changed */
export async function recordChanges(
  tx: AccountTransaction,
  name: string,
  records: readonly Loggable[],
  by: ChangedBy,
): Promise<ReadonlySet<object>> {
  const changes = records.map((record) => ({ name, record }));
  return recordAll(tx, changes, by);
}

/** The same for several changes that belong together, with a line for each, in their order. */
export async function recordAll(
  tx: AccountTransaction,
  changes: readonly Change[],
  by: ChangedBy,
): Promise<ReadonlySet<object>> {
  const marked = await mapInTurns(changes, (change) => {
    const previous = markChanged(tx, change, by);
    return previous === 'unchanged' ? [] : [{ ...change, previous }];
  });
  const made = marked.flat();
  const records = made.map(({ record }) => record);
  await keepOldValues(tx, new Set(records));
  await addRecords(
    tx,
    records.filter(({ id }) => id === undefined),
  );
  await tx.em.flush();
  const lines = await mapInTurns(made, (change) => lineOf(tx, change, change.previous));
  await append(tx, lines, by);
  return new Set(records);
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
  { name, record, isChangedElsewhere = false }: Change,
  { actor, at }: ChangedBy,
): OldValues | null | 'unchanged' {
  const before = oldValues(tx, record);
  if (before === null) return null;
  const isChanged = isChangedElsewhere || Object.keys(before).some((attribute) => !descriptive.includes(attribute));
  if (!isChanged && name.endsWith('.modified')) return 'unchanged';
  record.updatedAt = at;
  if (record.updatedBy !== undefined) record.updatedBy = actorName(actor);
  if (record.revisionCount !== undefined) record.revisionCount += 1;
  return { ...before, ...oldValues(tx, record) };
}

/** Drawing ids is a write, so it comes after all that was locked and read. */
async function addRecords(tx: AccountTransaction, records: readonly Loggable[]): Promise<void> {
  const byEntity = Map.groupBy(records, (record) => record.constructor as EntityClass<Loggable>);
  for (const [entity, added] of byEntity) {
    const ids = await tx.nextIds(entity, added.length);
    for (const [index, id] of ids.entries()) Object.assign(added[index] ?? {}, { id });
  }
  tx.em.persist(records);
}

/** Takes the row of `record` away; the line of the log shows it as it last was. */
export async function recordRemoval(
  tx: AccountTransaction,
  name: string,
  record: Loggable,
  by: ChangedBy,
): Promise<void> {
  await recordRemovals(tx, name, [record], by);
}

/** The same for several records at once, with a line for each, in their order. */
export async function recordRemovals(
  tx: AccountTransaction,
  name: string,
  records: readonly Loggable[],
  by: ChangedBy,
): Promise<void> {
  const lines = records.map((record) => lineOf(tx, { name, record }, null));
  for (const record of records) tx.em.remove(record);
  await tx.em.flush();
  await append(tx, lines, by);
}

interface Line {
  name: string;
  id: number;
  snapshot: Snapshot;
  previous: Snapshot | null;
}

function lineOf(tx: AccountTransaction, { name, record }: Change, previous: OldValues | null): Line {
  return { name, id: record.id, snapshot: snapshotOf(tx, record), previous: previous && withoutSecrets(previous) };
}

function withoutSecrets(values: OldValues): Snapshot {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !secretAttributes.has(name)));
}

async function append(tx: AccountTransaction, lines: readonly Line[], by: ChangedBy): Promise<void> {
  if (lines.length === 0) return;
  for (const { name } of lines) tx.changed.add(objectTypeOf(name));
  await tx.query(
    `insert into change (account_id, era, created_at, name, object_type, object_id, snapshot, previous, actor)
     select $1, (select open_change_log_era($1)), $2::timestamptz, line.name, split_part(line.name, '.', 1), line.id, line.snapshot, line.previous, $3::jsonb
     from jsonb_to_recordset($4::jsonb) as line (name text, id integer, snapshot jsonb, previous jsonb)`,
    [by.at, JSON.stringify(by.actor), JSON.stringify(lines)],
  );
}

/** `booking` of `booking.confirmed`. */
function objectTypeOf(name: string): string {
  return name.slice(0, name.indexOf('.'));
}

function snapshotOf(tx: AccountTransaction, record: Loggable): Snapshot {
  const values = new Map(Object.entries(record));
  const names = tx.em.getMetadata(record.constructor as EntityClass<Loggable>).props.map((property) => property.name);
  return Object.fromEntries(
    names.filter((name) => !secretAttributes.has(name)).map((name) => [name, values.get(name) ?? null]),
  );
}
