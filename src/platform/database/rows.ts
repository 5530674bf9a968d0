import type { EntityClass, FilterQuery, QueryOrderMap } from '@mikro-orm/core';
import { type EntityManager, type QBFilterQuery, type QueryBuilder, raw } from '@mikro-orm/postgresql';
import type { AccountRecord } from './account-record.entity.js';
import { columnsOf } from './entity-columns.js';
import { type Join, relatedRowStatement, withJoins } from './related-rows.js';
import { execute, numberPlaceholders } from './statements.js';

/**
 * A record as the database returns it, with instants as text in UTC. Lists read rows, because creating entities takes
 * about five times as long. Fields are formatted from either.
 */
export type Row<Entity> = {
  [Key in keyof Entity]: Entity[Key] extends Date
    ? string
    : Entity[Key] extends Date | null
      ? string | null
      : Entity[Key];
};

/** A record that was read as an entity or as a row. */
export type Stored<Entity> = Entity | Row<Entity>;

export interface RowOptions<Entity> {
  orderBy?: QueryOrderMap<Entity> | QueryOrderMap<Entity>[];
  limit?: number;
  offset?: number;
  /** Records to read with each row. */
  joins?: readonly Join[];
}

/** Selects rows of one account. Applies the account filter of the entity manager, so `em` must have its parameter. */
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

/** Counts rows of one account. */
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

/** Selects the rows of an account with these ids, in any order. */
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

/** One row of an account with the records of the joins: for a single object, that is quicker than a statement for each. */
export async function selectRelated<Entity extends AccountRecord>(
  em: EntityManager,
  accountId: number,
  entity: EntityClass<Entity>,
  id: number,
  joins: readonly Join[],
): Promise<Row<Entity> | undefined> {
  const statement = relatedRowStatement(em, em.getMetadata(entity), joins);
  const [row] = await execute<Row<Entity>>(em, statement, [accountId, id], 'composed');
  return row;
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
