import type { EntityMetadata, EntityProperty } from '@mikro-orm/core';

/** A record that has no row yet, and its place among all that the statement writes. */
export interface NewRecord {
  place: number;
  record: object;
}

/** Part of a statement that writes new rows of one entity. */
export interface Insertion {
  /** Common table expressions: the first draws the ids, the second inserts. `$1` is the id of the account. */
  expressions: string;
  /**
   * Selects, of each row, its `place`, its `id`, and as `stored` the attributes whose columns may keep another form of
   * a value than the given one: a decimal by its digits, an object by the order of its keys.
   */
  added: string;
  /** The rows as JSON, for the parameter of the insertion. */
  rows: string;
}

/**
 * Inserts records with all their columns that any of them has a value for; the others get their defaults. Records without
 * an id get one from the sequence of their table, rising in their order.
 *
 * @param name of the expressions, unique in the statement
 * @param parameter such as `$5`, whose value is `rows`
 */
export function insertionOf(
  meta: EntityMetadata,
  records: readonly NewRecord[],
  name: string,
  parameter: string,
): Insertion {
  const values = records.map(({ place, record }) => ({ place, values: new Map(Object.entries(record)) }));
  const columns = writableOf(meta).filter(({ attribute }) =>
    values.some((row) => row.values.get(attribute) !== undefined),
  );
  const rows = values.map((row) => {
    const json: Record<string, unknown> = { '#': row.place, id: row.values.get('id') };
    for (const { attribute, column } of columns) json[column] = row.values.get(attribute);
    return json;
  });
  return { ...statementOf(meta.tableName, columns, name, parameter), rows: JSON.stringify(rows) };
}

interface Column {
  attribute: string;
  column: string;
  type: string;
  /** As JSON, if the column may keep another form of a value than the given one. */
  stored: string | undefined;
}

const writable = new WeakMap<EntityMetadata, Column[]>();

/** The columns of an entity but for those of its key. */
function writableOf(meta: EntityMetadata): Column[] {
  const columns = writable.get(meta) ?? meta.props.filter(isWritable).map(columnOf);
  writable.set(meta, columns);
  return columns;
}

function isWritable({ primary, persist }: EntityProperty): boolean {
  return !primary && persist !== false;
}

function columnOf({ name, fieldNames, columnTypes }: EntityProperty): Column {
  const [column = '', type = ''] = [fieldNames[0], columnTypes[0]];
  const isDecimal = type.startsWith('numeric');
  const stored = isDecimal ? `"${column}"::text` : type === 'jsonb' ? `"${column}"` : undefined;
  return { attribute: name, column, type, stored };
}

function statementOf(
  table: string,
  columns: readonly Column[],
  name: string,
  parameter: string,
): Pick<Insertion, 'expressions' | 'added'> {
  const names = columns.map(({ column }) => `"${column}"`).join(', ');
  const types = columns.map(({ column, type }) => `"${column}" ${type}`).join(', ');
  const stored = columns.flatMap((column) => (column.stored ? [`'${column.attribute}', ${column.stored}`] : []));
  return {
    expressions: `${name} as materialized (
      select "#", coalesce(id, nextval(pg_get_serial_sequence('${table}', 'id'))::integer) as id, ${names}
      from jsonb_to_recordset(${parameter}::jsonb) as record ("#" integer, id integer, ${types})
    ), ${name}_inserted as (
      insert into "${table}" (account_id, id, ${names}) select $1, id, ${names} from ${name}
    )`,
    added: `select "#" as place, id, json_build_object(${stored.join(', ')}) as stored from ${name}`,
  };
}
