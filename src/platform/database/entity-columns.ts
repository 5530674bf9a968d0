import type { EntityMetadata } from '@mikro-orm/core';

const columnLists = new WeakMap<EntityMetadata, Map<string, string>>();

/**
 * Returns the select list of all columns of an entity, each under the name of its attribute.
 *
 * @param group the alias of the table; the attributes become a nested object of that name, see `rowFactoryOf`. Without
 *   it, the alias is `row` and the attributes belong to the row itself
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

/** Returns the stored attributes of an entity, the id first. */
function attributesOf(meta: EntityMetadata): string[] {
  const stored = meta.props.filter((property) => property.persist !== false).map(({ name }) => name);
  return ['id', ...stored.filter((name) => name !== 'id')];
}

/** Returns the column of an attribute. @throws Error if it has none */
export function columnOf({ props, className }: EntityMetadata, attribute: string): string {
  const column = props.find(({ name }) => name === attribute)?.fieldNames[0];
  if (column === undefined) throw new Error(`${className} has no column for ${attribute}`);
  return column;
}
