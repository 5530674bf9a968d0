import type { EntityClass, FilterQuery, QueryOrderMap } from '@mikro-orm/core';
import { type EntityManager, type QBFilterQuery, type QueryBuilder, raw } from '@mikro-orm/postgresql';
import { maxPageLength } from '../list-cost.js';
import type { AccountRecord } from './account-record.entity.js';
import { columnsOf } from './entity-table.js';
import { afterKeyValues, type KeyOrder, type KeyValue, orderExpressions } from './key-order.js';
import { linkSql, type ParentLink } from './parent-link.js';
import { countsOfParents, type Join, ofParents, relatedRowStatement, withJoins } from './related-rows.js';
import type { Session } from './session.js';

/** The rows of one account, read by a session. */
export class RowSource {
  #filtered: EntityManager | undefined;

  /** @param manager a fork without filters; it sends nothing */
  constructor(
    readonly manager: EntityManager,
    readonly session: Session,
    readonly accountId: number,
  ) {}

  /**
   * Compiles conditions, with the account filter. Created at its first use: a fork takes 5 µs, and most requests need
   * none.
   */
  get em(): EntityManager {
    if (!this.#filtered) {
      this.#filtered = this.manager.fork({ keepTransactionContext: false });
      this.#filtered.setFilterParams('account', { id: this.accountId });
    }
    return this.#filtered;
  }
}

export interface RowOptions<Entity> {
  orderBy?: QueryOrderMap<Entity> | QueryOrderMap<Entity>[];
  /** The order of a list, instead of `orderBy`. */
  order?: KeyOrder;
  limit?: number;
  offset?: number;
  /** The key values in `order` after which the rows begin. */
  after?: readonly KeyValue[];
  /** Records to read with each row. */
  joins?: readonly Join[];
}

/** Selects rows of one account. */
export async function selectRows<Entity extends object>(
  { em, session }: RowSource,
  entity: EntityClass<Entity>,
  where: FilterQuery<Entity>,
  options: RowOptions<Entity> = {},
): Promise<Entity[]> {
  const { joins = [] } = options;
  const meta = em.getMetadata(entity);
  const query = await sliceOf(em, entity, where, options);
  query.select(raw(joins.length > 0 ? 'row.*' : columnsOf(meta)));
  const { sql, params } = withPlannedLimit(query.toQuery(), options);
  const statement = joins.length > 0 ? withJoins(em, meta, sql, joins, options.order) : sql;
  return session.execute<Entity>(numberPlaceholders(statement), params, 'composed');
}

interface Query {
  sql: string;
  params: readonly unknown[];
}

/**
 * Writes the length of the largest page, which REST returns by default, into the statement. PostgreSQL estimates that a
 * limit in a parameter leaves a tenth of the rows, and then planned a page of bookings anew each time, in 1 to 2 ms. Other
 * lengths stay parameters, because each text is another statement to prepare.
 */
function withPlannedLimit({ sql, params }: Query, { limit, offset = 0 }: RowOptions<object>): Query {
  const ending = ' limit ?';
  if (limit !== maxPageLength || offset > 0 || !sql.endsWith(ending)) return { sql, params };
  return { sql: `${sql.slice(0, -ending.length)} limit ${limit}`, params: params.slice(0, -1) };
}

/** The query for a part of an ordered list, without its columns. @param first an expression to order by before the order */
async function sliceOf<Entity extends object>(
  em: EntityManager,
  entity: EntityClass<Entity>,
  where: FilterQuery<Entity>,
  { orderBy, order, limit, offset = 0, after }: RowOptions<Entity>,
  first?: string,
): Promise<QueryBuilder<Entity, 'row'>> {
  const meta = em.getMetadata(entity);
  const query = await filtered(em, entity, where);
  if (order && after) {
    const { sql, parameters } = afterKeyValues(meta, order, after);
    query.andWhere(sql, parameters);
  }
  if (order) {
    const expressions = [...(first === undefined ? [] : [first]), ...orderExpressions(meta, order)];
    query.orderBy(inOrder(expressions, order.direction));
  }
  if (!order && orderBy) query.orderBy(orderBy);
  if (limit !== undefined) query.limit(limit, offset);
  return query;
}

/** Counts rows of one account. */
export async function countRows<Entity extends object>(
  { em, session }: RowSource,
  entity: EntityClass<Entity>,
  where: FilterQuery<Entity>,
): Promise<number> {
  const query = await filtered(em, entity, where);
  const { sql, params } = query.select(raw('count(*)::integer as count')).toQuery();
  const [row] = await session.execute<{ count: number }>(numberPlaceholders(sql), params, 'composed');
  return row?.count ?? 0;
}

function inOrder(expressions: readonly string[], direction: KeyOrder['direction']) {
  return expressions.map((sql) => ({ [raw(sql)]: direction }));
}

/** A row of the list of a parent. */
export type ChildRow<Entity> = Entity & { ofParent: number };

/** The rows of several parents, each list in its order and with its limit. */
export interface ChildRowOptions<Entity> extends RowOptions<Entity> {
  order: KeyOrder;
  limit: number;
}

/** Selects the rows of several parents by one statement. `limit` and `after` apply to the list of each parent. */
export async function selectChildRows<Entity extends object>(
  { em, session, accountId }: RowSource,
  entity: EntityClass<Entity>,
  link: ParentLink,
  parentIds: readonly number[],
  where: FilterQuery<Entity>,
  options: ChildRowOptions<Entity>,
): Promise<ChildRow<Entity>[]> {
  const meta = em.getMetadata(entity);
  const { condition, parameters, order } = linkSql(meta, link, accountId);
  const query = await sliceOf(em, entity, where, options, order);
  query.andWhere(condition, parameters).select(raw('row.*'));
  const { sql, params } = query.toQuery();
  const statement = ofParents(em, meta, sql, options.joins ?? [], options.order);
  return session.execute<ChildRow<Entity>>(numberPlaceholders(statement), [parentIds, ...params], 'composed');
}

/** Counts the rows of several parents by one statement. */
export async function countChildRows<Entity extends object>(
  { em, session, accountId }: RowSource,
  entity: EntityClass<Entity>,
  link: ParentLink,
  parentIds: readonly number[],
  where: FilterQuery<Entity>,
): Promise<{ ofParent: number; count: number }[]> {
  const query = await filtered(em, entity, where);
  const { condition, parameters, order } = linkSql(em.getMetadata(entity), link, accountId);
  query.andWhere(condition, parameters).select(raw('1'));
  if (order !== undefined) query.orderBy(inOrder([order], 'asc'));
  const { sql, params } = query.toQuery();
  return session.execute(numberPlaceholders(countsOfParents(sql)), [parentIds, ...params], 'composed');
}

/** Selects the rows of an account with these ids, in any order. */
export function selectById<Entity extends AccountRecord>(
  { manager, session, accountId }: RowSource,
  entity: EntityClass<Entity>,
  ids: readonly number[],
): Promise<Entity[]> {
  const meta = manager.getMetadata(entity);
  return session.execute<Entity>(
    `select ${columnsOf(meta)} from "${meta.tableName}" row where row.account_id = $1 and row.id = any ($2::integer[])`,
    [accountId, ids],
  );
}

/** One row of an account with the records of the joins: for a single object, that is quicker than a statement for each. */
export async function selectRelated<Entity extends AccountRecord>(
  { manager, session, accountId }: RowSource,
  entity: EntityClass<Entity>,
  id: number,
  joins: readonly Join[],
): Promise<Entity | undefined> {
  const statement = relatedRowStatement(manager, manager.getMetadata(entity), joins);
  const [row] = await session.execute<Entity>(statement, [accountId, id], 'shared');
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

export interface RowKey {
  entity: EntityClass<AccountRecord>;
  id: number;
}

/**
 * Reads rows of one account by entity and id, in the order of the keys. Undefined for a row that does not exist. One
 * statement reads the rows of all entities with one key; each entity with several keys takes a statement of its own.
 */
export async function selectByKeys(source: RowSource, keys: readonly RowKey[]): Promise<(AccountRecord | undefined)[]> {
  const found = new Map<EntityClass<AccountRecord>, Map<number, AccountRecord>>();
  const single: RowKey[] = [];
  for (const [entity, ofEntity] of Map.groupBy(keys, (key) => key.entity)) {
    const ids = new Set(ofEntity.map(({ id }) => id));
    if (ids.size === 1) single.push(...ofEntity.slice(0, 1));
    else found.set(entity, byId(await selectById(source, entity, [...ids])));
  }
  if (single.length > 0) {
    const rows = await selectEach(source, single);
    for (const [index, { entity }] of single.entries()) found.set(entity, byId(rows[index] ? [rows[index]] : []));
  }
  return keys.map(({ entity, id }) => found.get(entity)?.get(id));
}

function byId(rows: readonly AccountRecord[]): Map<number, AccountRecord> {
  return new Map(rows.map((row) => [row.id, row]));
}

async function selectEach(source: RowSource, keys: readonly RowKey[]): Promise<(AccountRecord | undefined)[]> {
  const [found] = await source.session.execute<Record<string, AccountRecord | null>>(
    statementOfEach(source, keys),
    [source.accountId, ...keys.map(({ id }) => id)],
    'composed',
  );
  return keys.map((_, index) => found?.[`row_${index}`] ?? undefined);
}

/** Statements by the names of their entities. */
const statementsOfEach = new Map<string, string>();

/** Returns the statement that reads one row of each entity. Its text is the same object each time: see `change-log.ts`. */
function statementOfEach({ manager }: RowSource, keys: readonly RowKey[]): string {
  const names = keys.map(({ entity }) => entity.name).join();
  const known = statementsOfEach.get(names);
  if (known !== undefined) return known;
  const tables = keys.map(({ entity }, index) => ({ meta: manager.getMetadata(entity), alias: `row_${index}` }));
  const columns = tables.map(({ meta, alias }) => columnsOf(meta, alias));
  const joins = tables.map(
    ({ meta, alias }, index) =>
      `left join "${meta.tableName}" ${alias} on ${alias}.account_id = $1 and ${alias}.id = $${index + 2}`,
  );
  const statement = `select ${columns.join(', ')} from (select) as one ${joins.join(' ')}`;
  statementsOfEach.set(names, statement);
  return statement;
}

/** Replaces the placeholders of the ORM's query builder, `?`, by PostgreSQL's. */
function numberPlaceholders(sql: string): string {
  let number = 0;
  return sql.replaceAll('?', () => `$${++number}`);
}
