import type { EntityClass, EntityMetadata, FilterQuery, QueryOrderMap } from '@mikro-orm/core';
import { type EntityManager, type QBFilterQuery, type QueryBuilder, raw } from '@mikro-orm/postgresql';
import type { AccountRecord } from './account-record.entity.js';
import { type Join, withJoins } from './related-rows.js';
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
  /** Records that are read with each row. */
  joins?: readonly Join[];
}

const columnLists = new WeakMap<EntityMetadata, Map<string, string>>();

/**
 * All columns of an entity for a select, each under its attribute's name.
 *
 * @param group the alias of the table, under which the attributes become an object of their own, see `rowFactoryOf`;
 *   without it, the alias is `row` and they become attributes of the row itself
 */
export function columnsOf(meta: EntityMetadata, group = ''): string {
  const lists = columnLists.get(meta) ?? new Map<string, string>();
  columnLists.set(meta, lists);
  const known = lists.get(group);
  if (known !== undefined) return known;
  const list = attributesOf(meta)
    .map((name) => `"${group || 'row'}"."${columnOf(meta, name)}" as "${group && `${group}.`}${name}"`)
    .join(', ');
  lists.set(group, list);
  return list;
}

/** All attributes of an entity that are stored, its id first. */
function attributesOf(meta: EntityMetadata): string[] {
  const stored = meta.props.filter((property) => property.persist !== false).map(({ name }) => name);
  return ['id', ...stored.filter((name) => name !== 'id')];
}

/** The column of an attribute. */
export function columnOf({ props, className }: EntityMetadata, attribute: string): string {
  const column = props.find(({ name }) => name === attribute)?.fieldNames[0];
  if (column === undefined) throw new Error(`${className} has no column for ${attribute}`);
  return column;
}

/** Rows of one account: the manager's account filter is applied here, once, for every list. */
export async function selectRows<Entity extends object>(
  em: EntityManager,
  entity: EntityClass<Entity>,
  where: FilterQuery<Entity>,
  options: RowOptions<Entity> = {},
): Promise<Row<Entity>[]> {
  const { orderBy, limit, offset = 0, joins = [] } = options;
  const meta = em.getMetadata(entity);
  const query = await filtered(em, entity, where);
  query.select(raw(joins.length > 0 ? 'row.*' : columnsOf(meta)));
  if (orderBy) query.orderBy(orderBy);
  if (limit !== undefined) query.limit(limit, offset);
  const { sql, params } = query.toQuery();
  const statement = joins.length > 0 ? withJoins(em, meta, sql, joins, orderBy) : sql;
  return execute<Row<Entity>>(em, numberPlaceholders(statement), params, 'composed');
}

/** The number of an account's rows that meet a condition. */
export async function countRows<Entity extends object>(
  em: EntityManager,
  entity: EntityClass<Entity>,
  where: FilterQuery<Entity>,
): Promise<number> {
  const query = await filtered(em, entity, where);
  const { sql, params } = query.select(raw('count(*)::integer as count')).toQuery();
  const [row] = await execute<{ count: number }>(em, numberPlaceholders(sql), params, 'composed');
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
