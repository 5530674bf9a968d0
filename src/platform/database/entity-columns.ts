import type { EntityMetadata } from '@mikro-orm/core';

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
