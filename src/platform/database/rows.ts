import type { EntityClass, EntityMetadata, FilterQuery, QueryOrderMap } from '@mikro-orm/core';
import { type EntityManager, type QBFilterQuery, raw } from '@mikro-orm/postgresql';

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
  const query = em.createQueryBuilder(entity, 'row').select(raw(columnsOf(em.getMetadata(entity))));
  query.where(where as QBFilterQuery<Entity>);
  await query.applyFilters();
  if (options.orderBy) query.orderBy(options.orderBy);
  if (options.limit !== undefined) query.limit(options.limit, options.offset ?? 0);
  return query.execute<Row<Entity>[]>('all', false);
}

/** Integers as a parameter of type `integer[]`: the driver would make a list of parameters of an array. */
export function integerArray(values: readonly number[] | undefined): string | null {
  return values ? `{${values.join(',')}}` : null;
}
