import type { EntityMetadata } from '@mikro-orm/core';
import { type Parse, type RowReader, readingMethod } from './data-row.js';

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

/** A column of a result, as PostgreSQL describes it. */
export interface Column {
  name: string;
  /** The id of its type. */
  dataTypeID: number;
}

/** Creates an object from one row. @param parsers by column */
export type RowFactory = (row: RowReader, parsers: readonly Parse[]) => object;

const maxFactories = 1_000;
const factories = new Map<string, RowFactory>();

/**
 * Returns the function that creates objects from rows with these columns. It is compiled once for the same columns. The
 * cache is emptied when it has 1,000 functions, because GraphQL clients choose the columns.
 *
 * Columns `person.id`, `person.name`, … become one object `person`, which is null if its id is null.
 *
 * @param columns of those with the same prefix before a dot, the first must be the id
 */
export function rowFactoryOf(columns: readonly Column[]): RowFactory {
  const key = columns.map(({ name, dataTypeID }) => `${readingMethod(dataTypeID)} ${name}`).join('\0');
  const known = factories.get(key);
  if (known) return known;
  if (factories.size >= maxFactories) factories.clear();
  const factory = createRowFactory(columns);
  factories.set(key, factory);
  return factory;
}

/**
 * Compiles a function that reads each column, and creates an object by a literal. The driver adds properties one by one,
 * and V8 stores objects with many such properties as hash tables: 750 rows of 85 columns took twice as long to create and
 * to read.
 */
function createRowFactory(columns: readonly Column[]): RowFactory {
  const reads: string[] = [];
  const own: string[] = [];
  const nested = new Map<string, { first: number; properties: string[] }>();
  for (const [index, { name: column, dataTypeID }] of columns.entries()) {
    reads.push(`const value${index} = row.${readingMethod(dataTypeID)}(parsers[${index}]);`);
    const dot = column.indexOf('.');
    if (dot < 0) {
      own.push(`${propertyName(column)}: value${index}`);
      continue;
    }
    const name = column.slice(0, dot);
    const group = nested.get(name) ?? { first: index, properties: [] };
    group.properties.push(`${propertyName(column.slice(dot + 1))}: value${index}`);
    nested.set(name, group);
  }
  for (const [name, { first, properties }] of nested) {
    own.push(`${propertyName(name)}: value${first} === null ? null : { ${properties.join(', ')} }`);
  }
  return new Function('row', 'parsers', `${reads.join(' ')} return { ${own.join(', ')} };`) as RowFactory;
}

/** A plain `"__proto__": …` in a literal would set the prototype. */
function propertyName(name: string): string {
  return name === '__proto__' ? '["__proto__"]' : JSON.stringify(name);
}
