import type { EntityClass } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { AccountRecord } from './account-record.entity.js';
import { columnsOf } from './entity-columns.js';
import { selectById } from './rows.js';
import { execute } from './statements.js';

export interface RowKey {
  entity: EntityClass<AccountRecord>;
  id: number;
}

/**
 * Reads rows of one account by entity and id, in the order of the keys. Undefined for a row that does not exist. One
 * statement reads the rows of all entities with one key; each entity with several keys takes a statement of its own.
 */
export async function selectByKeys(
  em: EntityManager,
  accountId: number,
  keys: readonly RowKey[],
): Promise<(AccountRecord | undefined)[]> {
  const found = new Map<EntityClass<AccountRecord>, Map<number, AccountRecord>>();
  const single: RowKey[] = [];
  for (const [entity, ofEntity] of Map.groupBy(keys, (key) => key.entity)) {
    const ids = new Set(ofEntity.map(({ id }) => id));
    if (ids.size === 1) single.push(...ofEntity.slice(0, 1));
    else found.set(entity, byId(await selectById(em, accountId, entity, [...ids])));
  }
  if (single.length > 0) {
    const rows = await selectEach(em, accountId, single);
    for (const [index, { entity }] of single.entries()) found.set(entity, byId(rows[index] ? [rows[index]] : []));
  }
  return keys.map(({ entity, id }) => found.get(entity)?.get(id));
}

function byId(rows: readonly AccountRecord[]): Map<number, AccountRecord> {
  return new Map(rows.map((row) => [row.id, row]));
}

async function selectEach(
  em: EntityManager,
  accountId: number,
  keys: readonly RowKey[],
): Promise<(AccountRecord | undefined)[]> {
  const tables = keys.map(({ entity }, index) => ({ meta: em.getMetadata(entity), alias: `row_${index}` }));
  const columns = tables.map(({ meta, alias }) => columnsOf(meta, alias));
  const joins = tables.map(
    ({ meta, alias }, index) =>
      `left join "${meta.tableName}" ${alias} on ${alias}.account_id = $1 and ${alias}.id = $${index + 2}`,
  );
  const [found] = await execute<Record<string, AccountRecord | null>>(
    em,
    `select ${columns.join(', ')} from (select) as one ${joins.join(' ')}`,
    [accountId, ...keys.map(({ id }) => id)],
    'composed',
  );
  return tables.map(({ alias }) => found?.[alias] ?? undefined);
}
