import type { EntityMetadata } from '@mikro-orm/core';
import { mapYielding } from '../yielding.js';
import type { RecordTracker, Values, WritableRecord } from './record-tracker.js';

/** A record whose row is to be updated, with the attributes that differ from the row. */
export interface ChangedRecord {
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
export type MetadataOf = (record: object) => EntityMetadata;

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
      for (const attribute of attributes) row[columnOf(meta, attribute).name] = Reflect.get(record, attribute);
      return row;
    });
    return { expression: updateOf(meta, attributes, parameter + index), value: JSON.stringify(rows) };
  });
}

function updateOf(meta: EntityMetadata, attributes: readonly string[], parameter: number): string {
  const columns = attributes.map((attribute) => columnOf(meta, attribute));
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

/** The account's own row has its id as its only key. */
function ofAccount({ primaryKeys }: EntityMetadata): string {
  return primaryKeys.length > 1 ? 'row.account_id = $1' : 'row.id = $1';
}

function columnOf({ properties }: EntityMetadata, attribute: string): { name: string; type: string } {
  const { fieldNames, columnTypes } = (properties as EntityMetadata['properties'])[attribute] ?? {};
  return { name: fieldNames?.[0] ?? '', type: columnTypes?.[0] ?? '' };
}
