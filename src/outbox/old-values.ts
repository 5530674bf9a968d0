import { isDeepStrictEqual } from 'node:util';
import { type EntityClass, type EntityMetadata, type EntityProperty, JsonType } from '@mikro-orm/core';
import type { AccountTransaction } from '../platform/database/account-transaction.js';
import { mapInTurns } from '../platform/in-turns.js';

/** Values of attributes by name. */
export type OldValues = Record<string, unknown>;

/** Whether the transaction has read or written the row of `record`. A new record has none. */
export function hasRow({ em }: AccountTransaction, record: object): boolean {
  return em.getUnitOfWork().getOriginalEntityData(record) !== undefined;
}

/**
 * The attributes of `record` that differ from its row, with the values of the row. Values are compared as their columns
 * are: instants by time, decimals by value, JSON and arrays by content. None of a record that has no row.
 */
export function oldValues({ em, unrecorded }: AccountTransaction, record: object): OldValues {
  const stored = new Map<string, unknown>(Object.entries(em.getUnitOfWork().getOriginalEntityData(record) ?? {}));
  if (stored.size === 0) return {};
  const comparator = em.getComparator();
  const entity = record.constructor as EntityClass<object>;
  const properties = em.getMetadata(entity).properties as EntityMetadata['properties'];
  const changed = comparator.diffEntities(entity, Object.fromEntries(stored), comparator.prepareEntity(record));
  const old = Object.entries(changed)
    .filter(([name, value]) => !isSameJson(properties[name], stored.get(name), value))
    .map(([name]) => [name, stored.get(name)]);
  return { ...Object.fromEntries(old), ...unrecorded.get(record) };
}

/** The comparator compares JSON as text, but jsonb does not keep the order of keys. */
function isSameJson(property: EntityProperty | undefined, stored: unknown, current: unknown): boolean {
  if (!(property?.customType instanceof JsonType)) return false;
  return isDeepStrictEqual(parsed(stored), parsed(current));
}

const parsed = (value: unknown): unknown => (typeof value === 'string' ? JSON.parse(value) : value);

/** flush() writes every dirty record, so remember the old values of those that are recorded later. */
export async function keepOldValues(tx: AccountTransaction, recorded: ReadonlySet<object>): Promise<void> {
  for (const record of recorded) tx.unrecorded.delete(record);
  const managed: object[] = [...tx.em.getUnitOfWork().getIdentityMap().values()];
  const others = managed.filter((record) => !recorded.has(record));
  await mapInTurns(others, (record) => {
    const old = oldValues(tx, record);
    if (Object.keys(old).length > 0) tx.unrecorded.set(record, old);
  });
}
