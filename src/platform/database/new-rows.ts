import type { EntityMetadata, EntityProperty } from '@mikro-orm/core';
import { stringifyYielding } from '../yielding.js';

/** A record without a row, and its place among all records of the statement. */
export interface NewRecord {
  place: number;
  record: object;
}

/** The part of a statement that inserts rows of one entity. */
export interface Insertion {
  /** Common table expressions: the first draws the ids, the second inserts. `$1` is the id of the account. */
  expressions: string;
  /**
   * Selects `place`, `id` and `stored` of each row. `stored` has the attributes whose columns may change the form of a
   * value: the digits of a decimal, the order of an object's keys.
   */
  added: string;
  /** The rows as JSON, the value of the parameter. */
  rows: string;
}

/**
 * Creates the SQL that inserts records. Columns that no record has a value for get their defaults. Records without an
 * id get rising ids from the sequence of their table.
 *
 * @param parameter the number of the parameter whose value is `rows`
 */
export async function insertionOf(
  meta: EntityMetadata,
  records: readonly NewRecord[],
  parameter: number,
): Promise<Insertion> {
  const columns = columnsOf(meta, records);
  const rows = await stringifyYielding(records, ({ place, record }) => {
    const row: Record<string, unknown> = { '#': place, id: Reflect.get(record, 'id') };
    // jsonb_to_recordset reads a missing key as null, and shorter JSON is parsed faster.
    for (const { attribute, column } of columns) {
      const value: unknown = Reflect.get(record, attribute);
      if (value !== null) row[column] = value;
    }
    return row;
  });
  return { ...statementOf(meta.tableName, columns, parameter), rows };
}

interface Column {
  attribute: string;
  column: string;
  type: string;
  /** The SQL that reads the value back as JSON, if the column may change its form. */
  stored: string | undefined;
}

const writable = new WeakMap<EntityMetadata, readonly Column[]>();

/** Returns the columns that any of the records has a value for, without those of the key. */
function columnsOf(meta: EntityMetadata, records: readonly NewRecord[]): readonly Column[] {
  const columns = writable.get(meta) ?? meta.props.filter(isWritable).map(columnOf);
  writable.set(meta, columns);
  const isGiven = ({ attribute }: Column): boolean =>
    records.some(({ record }) => Reflect.get(record, attribute) !== undefined);
  return columns.every(isGiven) ? columns : columns.filter(isGiven);
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

type Statement = Pick<Insertion, 'expressions' | 'added'>;

/** Compiled statements by columns and parameter. */
const statements = new WeakMap<readonly Column[], Map<number, Statement>>();

function statementOf(table: string, columns: readonly Column[], parameter: number): Statement {
  const known = statements.get(columns) ?? new Map<number, Statement>();
  statements.set(columns, known);
  const statement = known.get(parameter) ?? createStatement(table, columns, parameter);
  known.set(parameter, statement);
  return statement;
}

function createStatement(table: string, columns: readonly Column[], parameter: number): Statement {
  const name = `new_${parameter}`;
  const names = columns.map(({ column }) => `"${column}"`).join(', ');
  const types = columns.map(({ column, type }) => `"${column}" ${type}`).join(', ');
  const stored = columns.flatMap((column) => (column.stored ? [`'${column.attribute}', ${column.stored}`] : []));
  return {
    expressions: `${name} as materialized (
      select "#", coalesce(id, nextval(pg_get_serial_sequence('${table}', 'id'))::integer) as id, ${names}
      from jsonb_to_recordset($${parameter}::jsonb) as record ("#" integer, id integer, ${types})
    ), ${name}_inserted as (
      insert into "${table}" (account_id, id, ${names}) select $1, id, ${names} from ${name}
    )`,
    added: `select "#" as place, id, json_build_object(${stored.join(', ')}) as stored from ${name}`,
  };
}
