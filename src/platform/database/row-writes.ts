import type { EntityMetadata, EntityProperty } from '@mikro-orm/core';
import { mapYielding, stringifyYielding } from '../yielding.js';
import type { RecordTracker, Values, WritableRecord } from './record-tracker.js';

/** A record without a row, and its index among all new records of the statement. */
export interface NewRecord {
  index: number;
  record: object;
}

/** The part of a statement that inserts rows of one entity. */
export interface Insertion {
  /** Common table expressions: the first draws the ids, the second inserts. `$1` is the id of the account. */
  expressions: string;
  /**
   * Selects `index`, `id` and `stored` of each row. `stored` has the attributes whose columns may change the form of a
   * value: the digits of a decimal, the order of an object's keys.
   */
  added: string;
  /** The rows as JSON, the value of the parameter. */
  rows: string;
}

/**
 * Creates the SQL that inserts records. Columns for which no record has a value get their defaults. Records without an id
 * get rising ids from the sequence of their table.
 *
 * @param parameter the number of the parameter whose value is `rows`
 */
export async function insertionOf(
  meta: EntityMetadata,
  records: readonly NewRecord[],
  parameter: number,
): Promise<Insertion> {
  const columns = columnsOf(meta, records);
  const rows = await stringifyYielding(records, ({ index, record }) => {
    const row: Record<string, unknown> = { '#': index, id: Reflect.get(record, 'id') };
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

/** Returns the columns for which any of the records has a value, without those of the key. */
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
    added: `select "#" as index, id, json_build_object(${stored.join(', ')}) as stored from ${name}`,
  };
}

/** A record whose row is to be updated, with the attributes that differ from the row. */
interface ChangedRecord {
  record: WritableRecord;
  attributes: readonly string[];
}

/** Returns the records that differ from their rows, each once. */
export async function changedRecords(
  tracker: RecordTracker,
  records: Iterable<WritableRecord>,
): Promise<ChangedRecord[]> {
  const compared = await mapYielding([...new Set(records)], (record) => {
    return { record, attributes: Object.keys(tracker.changes(record)) };
  });
  return compared.filter(({ attributes }) => attributes.length > 0);
}

/** A part of a statement: common table expressions that write rows, and the value of their one parameter. */
export interface RowWrite {
  expression: string;
  value: string | readonly number[];
}

/** Finds the metadata of a record's entity. */
type MetadataOf = (record: object) => EntityMetadata;

/**
 * Updates rows, each only in the columns that differ: two transactions may write different columns of a row. Records of
 * one entity with the same changed columns share an expression.
 *
 * @param parameter number of the first parameter; each expression has one
 */
export function updatesOf(metadataOf: MetadataOf, records: readonly ChangedRecord[], parameter: number): RowWrite[] {
  const groups = Map.groupBy(records, ({ record, attributes }) => `${record.constructor.name} ${attributes.join()}`);
  return [...groups.values()].map(([first, ...others], index) => {
    const group = first ? [first, ...others] : [];
    const attributes = first?.attributes ?? [];
    const meta = metadataOf(first?.record ?? {});
    const rows = group.map(({ record }) => {
      const row: Values = { id: record.id };
      for (const attribute of attributes) row[columnAndTypeOf(meta, attribute).name] = Reflect.get(record, attribute);
      return row;
    });
    return { expression: updateOf(meta, attributes, parameter + index), value: JSON.stringify(rows) };
  });
}

function updateOf(meta: EntityMetadata, attributes: readonly string[], parameter: number): string {
  const columns = attributes.map((attribute) => columnAndTypeOf(meta, attribute));
  const assignments = columns.map(({ name }) => `"${name}" = changed."${name}"`).join(', ');
  const types = columns.map(({ name, type }) => `"${name}" ${type}`).join(', ');
  return `updated_${parameter} as (
      update "${meta.tableName}" as row set ${assignments}
      from jsonb_to_recordset($${parameter}::jsonb) as changed (id integer, ${types})
      where ${ofAccount(meta)} and row.id = changed.id
    )`;
}

/** Deletes the rows of records. Records of one entity share an expression. */
export function deletionsOf(metadataOf: MetadataOf, records: readonly WritableRecord[], parameter: number): RowWrite[] {
  const groups = Map.groupBy(records, (record) => metadataOf(record));
  return [...groups].map(([meta, group], index) =>
    deletionOf(
      meta,
      group.map(({ id }) => id),
      parameter + index,
    ),
  );
}

function deletionOf(meta: EntityMetadata, ids: readonly number[], parameter: number): RowWrite {
  const expression = `deleted_${parameter} as (
      delete from "${meta.tableName}" as row where ${ofAccount(meta)} and row.id = any ($${parameter}::integer[])
    )`;
  return { expression, value: ids };
}

/** Returns the condition for the rows of the account. The only key of the account's own row is its id. */
function ofAccount({ primaryKeys }: EntityMetadata): string {
  return primaryKeys.length > 1 ? 'row.account_id = $1' : 'row.id = $1';
}

function columnAndTypeOf({ properties }: EntityMetadata, attribute: string): { name: string; type: string } {
  const { fieldNames, columnTypes } = (properties as EntityMetadata['properties'])[attribute] ?? {};
  return { name: fieldNames?.[0] ?? '', type: columnTypes?.[0] ?? '' };
}
