import type { EntityClass, EntityMetadata, FilterQuery, QueryOrderMap } from '@mikro-orm/core';
import { type EntityManager, type QBFilterQuery, type QueryBuilder, raw } from '@mikro-orm/postgresql';
import type { AccountRecord } from './account-record.entity.js';
import { execute, numberPlaceholders } from './statements.js';

/**
 * A record as the database gives it: instants as text in UTC. Reading rows and not entities is what makes long lists
 * quick; fields are formatted from either.
 */
export type Row<Entity> = {
  [Key in keyof Entity]: Entity[Key] extends Date
    ? string
    : Entity[Key] extends Date | null
      ? string | null
      : Entity[Key];
};

/** A record, however it was read. */
export type Stored<Entity> = Entity | Row<Entity>;

export interface RowOptions<Entity> {
  orderBy?: QueryOrderMap<Entity> | QueryOrderMap<Entity>[];
  limit?: number;
  offset?: number;
}

const columnLists = new WeakMap<EntityMetadata, Map<string, string>>();

/** The columns of an entity as selected from a table of that alias, each under its property's name after the prefix. */
export function columnsOf(meta: EntityMetadata, alias = 'row', prefix = ''): string {
  const lists = columnLists.get(meta) ?? new Map<string, string>();
  columnLists.set(meta, lists);
  const known = lists.get(prefix);
  if (known !== undefined) return known;
  const columns = meta.props
    .filter((property) => property.persist !== false)
    .map((property) => `"${alias}"."${property.fieldNames[0]}" as "${prefix}${property.name}"`);
  const list = columns.join(', ');
  lists.set(prefix, list);
  return list;
}

/** Rows of one account: the manager's account filter is applied here, once, for every list. */
export async function selectRows<Entity extends object>(
  em: EntityManager,
  entity: EntityClass<Entity>,
  where: FilterQuery<Entity>,
  options: RowOptions<Entity> = {},
): Promise<Row<Entity>[]> {
  const query = await filtered(em, entity, where);
  query.select(raw(columnsOf(em.getMetadata(entity))));
  if (options.orderBy) query.orderBy(options.orderBy);
  if (options.limit !== undefined) query.limit(options.limit, options.offset ?? 0);
  return run<Row<Entity>>(em, query);
}

/** The number of an account's rows that meet a condition. */
export async function countRows<Entity extends object>(
  em: EntityManager,
  entity: EntityClass<Entity>,
  where: FilterQuery<Entity>,
): Promise<number> {
  const query = await filtered(em, entity, where);
  const [row] = await run<{ count: number }>(em, query.select(raw('count(*)::integer as count')));
  return row?.count ?? 0;
}

/** The rows of an account with these ids, in any order. */
export function selectById<Entity extends AccountRecord>(
  em: EntityManager,
  accountId: number,
  entity: EntityClass<Entity>,
  ids: readonly number[],
): Promise<Row<Entity>[]> {
  const meta = em.getMetadata(entity);
  return execute<Row<Entity>>(
    em,
    `select ${columnsOf(meta)} from "${meta.tableName}" row where row.account_id = $1 and row.id = any ($2::integer[])`,
    [accountId, ids],
  );
}

async function filtered<Entity extends object>(
  em: EntityManager,
  entity: EntityClass<Entity>,
  where: FilterQuery<Entity>,
): Promise<QueryBuilder<Entity, 'row'>> {
  const query = em.createQueryBuilder(entity, 'row');
  query.where(where as QBFilterQuery<Entity>);
  await query.applyFilters();
  return query;
}

function run<Result extends object>(em: EntityManager, query: { toQuery(): Compiled }): Promise<Result[]> {
  const { sql, params } = query.toQuery();
  return execute<Result>(em, numberPlaceholders(sql), params);
}

interface Compiled {
  sql: string;
  params: readonly unknown[];
}
