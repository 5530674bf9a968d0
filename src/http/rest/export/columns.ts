import { type FieldNode, type GraphQLObjectType, getNamedType, isObjectType } from 'graphql';
import type { Operation } from '../../../graphql/operations.js';
import type { CsvCell } from '../../../platform/csv.rules.js';
import { Decimal } from '../../../platform/scalars.js';
import { fieldsOfSelections, responseKey } from '../../../platform/selections.js';

export interface ExportColumn {
  /** In the header, such as `person_name`. */
  readonly name: string;
  /** The keys that lead to its value. */
  readonly path: readonly string[];
  readonly isAmount: boolean;
}

const customData = 'custom_data';

/** More names of custom attributes have no columns of their own: they are together in the column `custom_data`, as JSON. */
export const maxCustomColumns = 100;

/** Lists the columns of the rows of an operation, apart from `custom_data`. */
export function listExportColumns(operation: Operation): ExportColumn[] {
  const row = ['page', 'items', 'row'].reduce((within: Within, key) => below(operation, within, key), {
    type: operation.root,
    fields: fieldsIn(operation, [operation.definition]),
  });
  return columnsWithin(operation, row, []);
}

/** Whether the rows of an operation have custom attributes. */
export const hasCustomData = ({ variables }: Operation): boolean => variables.has('namesOnly');

interface Within {
  type: GraphQLObjectType;
  fields: readonly FieldNode[];
}

function fieldsIn({ fragments }: Operation, nodes: readonly Pick<FieldNode, 'selectionSet'>[]): FieldNode[] {
  const selections = nodes.flatMap(({ selectionSet }) => selectionSet?.selections ?? []);
  return fieldsOfSelections(selections, { fragment: (name) => fragments.get(name) });
}

function below(operation: Operation, { type, fields }: Within, key: string): Within {
  const nodes = fields.filter((field) => responseKey(field) === key);
  const named = getNamedType(type.getFields()[nodes[0]?.name.value ?? '']?.type);
  if (!isObjectType(named)) throw new Error(`${operation.name} has no ${key}`);
  return { type: named, fields: fieldsIn(operation, nodes) };
}

function columnsWithin(operation: Operation, within: Within, path: readonly string[]): ExportColumn[] {
  return within.fields.flatMap((field) => {
    const key = responseKey(field);
    const at = [...path, key];
    const type = getNamedType(within.type.getFields()[field.name.value]?.type);
    if (isObjectType(type)) return columnsWithin(operation, below(operation, within, key), at);
    return key === customData ? [] : [{ name: at.join('_'), path: at, isAmount: type?.name === Decimal.name }];
  });
}

/** The custom attributes that have columns, and whether there are others. */
export interface CustomColumns {
  names: readonly string[];
  hasOthers: boolean;
}

/** Returns the header: the columns, then the currency of their amounts and the custom attributes. */
export function headerOf(columns: readonly ExportColumn[], { names, hasOthers }: CustomColumns): string[] {
  const hasAmounts = columns.some(({ isAmount }) => isAmount);
  return [
    ...columns.map(({ name }) => name),
    ...(hasAmounts ? ['currency'] : []),
    ...names.map((name) => `${customData}.${name}`),
    ...(hasOthers ? [customData] : []),
  ];
}

export type Row = Readonly<Record<string, unknown>>;

/** Returns the custom attributes of a row. */
export function customDataOf(row: Row): Readonly<Record<string, unknown>> {
  const value = row[customData];
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Returns a function that converts a row to cells, in the order of the header. */
export function cellsOf(
  columns: readonly ExportColumn[],
  { names, hasOthers }: CustomColumns,
  currency: string | null,
): (row: Row) => CsvCell[] {
  const amounts = columns.some(({ isAmount }) => isAmount) ? [currency] : [];
  const known = new Set(names);
  return (row) => {
    const custom = customDataOf(row);
    const others = Object.fromEntries(Object.entries(custom).filter(([name]) => !known.has(name)));
    return [
      ...columns.map(({ path, isAmount }) => cellOf(valueAt(row, path), isAmount)),
      ...amounts,
      ...names.map((name) => cellOf(custom[name], false)),
      ...(hasOthers ? [Object.keys(others).length > 0 ? JSON.stringify(others) : null] : []),
    ];
  };
}

function valueAt(row: Row, path: readonly string[]): unknown {
  return path.reduce(
    (value: unknown, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : null),
    row,
  );
}

function cellOf(value: unknown, isAmount: boolean): CsvCell {
  switch (typeof value) {
    case 'string':
      return isAmount ? { decimal: value } : value;
    case 'number':
    case 'boolean':
      return value;
    default:
      return value === null || value === undefined ? null : JSON.stringify(value);
  }
}
