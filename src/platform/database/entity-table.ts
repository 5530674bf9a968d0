import { isDeepStrictEqual } from 'node:util';
import type { EntityMetadata, EntityProperty } from '@mikro-orm/core';

/** A column of an entity outside of its key. */
export interface EntityColumn {
  attribute: string;
  column: string;
  /** The SQL type. */
  type: string;
  /** Compares values as the column does: instants by time, decimals by number, JSON and arrays by content. */
  isSame(before: unknown, now: unknown): boolean;
  /** Returns the SQL that reads a written value back as JSON, if the column may change its form. */
  stored: ((value: string) => string) | undefined;
}

/** The table of an entity, as reading and writing rows need it. */
export interface EntityTable {
  name: string;
  /** The sequence of its ids. `pg_get_serial_sequence` would look it up for each statement. */
  sequence: string;
  columns: readonly EntityColumn[];
  byAttribute: ReadonlyMap<string, EntityColumn>;
  /** The condition that `row` belongs to the account `$1`. The only key of the account's own row is its id. */
  ofAccount: string;
  /** The select lists by group, see `columnsOf`. */
  selectLists: Map<string, string>;
  /** Returns the values of the columns of a record, in their order. */
  valuesOf(record: object): unknown[];
  /** Returns the attributes of a record that are not hidden, those without a value as null. */
  shownAttributesOf(record: object): Record<string, unknown>;
}

const tables = new WeakMap<EntityMetadata, EntityTable>();

/** Returns the table of an entity. It is compiled once from the metadata of the ORM. */
export function tableOf(meta: EntityMetadata): EntityTable {
  const known = tables.get(meta);
  if (known) return known;
  const columns = meta.props.filter(({ primary, persist }) => !primary && persist !== false).map(compileColumn);
  const table: EntityTable = {
    name: meta.tableName,
    sequence: `${meta.tableName}_id_seq`,
    columns,
    byAttribute: new Map(columns.map((column) => [column.attribute, column])),
    ofAccount: meta.primaryKeys.length > 1 ? 'row.account_id = $1' : 'row.id = $1',
    selectLists: new Map(),
    ...compileReaders(
      columns.map(({ attribute }) => attribute),
      meta.props.filter(({ hidden }) => !hidden).map(({ name }) => name),
    ),
  };
  tables.set(meta, table);
  return table;
}

/**
 * Compiles functions that read a record, so that V8 has its shape at each attribute. A loop that reads them by name looked
 * up each: 80 of the 2,000 µs of a creation, whose records are read for the statement, the change log and their comparison.
 */
function compileReaders(
  attributes: readonly string[],
  shown: readonly string[],
): Pick<EntityTable, 'valuesOf' | 'shownAttributesOf'> {
  const read = (name: string): string => `record[${JSON.stringify(name)}]`;
  const members = shown.map((name) => `${JSON.stringify(name)}: ${read(name)} ?? null`);
  return {
    valuesOf: new Function('record', `return [${attributes.map(read).join(', ')}];`) as EntityTable['valuesOf'],
    shownAttributesOf: new Function('record', `return { ${members.join(', ')} };`) as EntityTable['shownAttributesOf'],
  };
}

function compileColumn({ name, fieldNames, columnTypes, customType }: EntityProperty): EntityColumn {
  const [column = '', type = ''] = [fieldNames[0], columnTypes[0]];
  const isDecimal = type.startsWith('numeric');
  const asText = (value: string): string => `${value}::text`;
  const asIs = (value: string): string => value;
  return {
    attribute: name,
    column,
    type,
    isSame: (before, now) => {
      if (before === now) return true;
      if (before === null || before === undefined || now === null || now === undefined) {
        return (before ?? null) === (now ?? null);
      }
      if (typeof before === 'object' || typeof now === 'object') return isDeepStrictEqual(before, now);
      return customType?.compareValues?.(before, now) ?? false;
    },
    stored: isDecimal ? asText : type === 'jsonb' ? asIs : undefined,
  };
}

/**
 * Returns the select list of all columns of an entity, each under the name of its attribute.
 *
 * @param group the alias of the table; the attributes become a nested object of that name, see `rowFactoryOf`. Without
 *   it, the alias is `row` and the attributes belong to the row itself
 */
export function columnsOf(meta: EntityMetadata, group = ''): string {
  const { selectLists } = tableOf(meta);
  const known = selectLists.get(group);
  if (known !== undefined) return known;
  const list = attributesOf(meta)
    .map((name) => `"${group || 'row'}"."${columnOf(meta, name)}" as "${group && `${group}.`}${name}"`)
    .join(', ');
  selectLists.set(group, list);
  return list;
}

/** Returns the stored attributes of an entity, the id first. */
function attributesOf(meta: EntityMetadata): string[] {
  const stored = meta.props.filter((property) => property.persist !== false).map(({ name }) => name);
  return ['id', ...stored.filter((name) => name !== 'id')];
}

/** Returns the column of an attribute, which may be of the key. @throws Error if it has none */
export function columnOf({ props, className }: EntityMetadata, attribute: string): string {
  const column = props.find(({ name }) => name === attribute)?.fieldNames[0];
  if (column === undefined) throw new Error(`${className} has no column for ${attribute}`);
  return column;
}
