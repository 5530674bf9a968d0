import type { EntityMetadata } from '@mikro-orm/core';
import { isStorable } from '../text.js';
import { parsePlainDate } from '../time/plain-date.js';
import { columnOf } from './entity-table.js';

/** The value of an attribute as a cursor holds it. Instants are epoch milliseconds. */
export type KeyValue = string | number | null;

/** An attribute by which a list is ordered. */
export interface OrderKey {
  attribute: string;
  type: keyof typeof keyTypes;
  /**
   * Returns the SQL that is compared in place of the column. Needed for a column that can be null, because a comparison
   * with null would leave out rows. An index for the order has the same expression.
   */
  expression?: (column: string) => string;
}

/** A total order of rows: by one attribute or none, then by id, all in the same direction. */
export interface KeyOrder {
  keys: readonly OrderKey[];
  direction: 'asc' | 'desc';
}

interface KeyType {
  /** The SQL type of a parameter. */
  sql: string;
  /** Whether a value from a client is one that the database accepts as a parameter. */
  isValid(value: unknown): boolean;
  toParameter(value: KeyValue): unknown;
}

const maxInteger = 2 ** 31 - 1;
/** The epoch milliseconds of the years 1 to 9999, which PostgreSQL and ISO 8601 share. */
const [firstEpoch, lastEpoch] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];

const keyTypes = {
  integer: {
    sql: 'integer',
    isValid: (value) => Number.isInteger(value) && Math.abs(Number(value)) <= maxInteger,
    toParameter: (value) => value,
  },
  instant: {
    sql: 'timestamptz',
    isValid: (value) => Number.isInteger(value) && Number(value) >= firstEpoch && Number(value) <= lastEpoch,
    toParameter: (value) => (value === null ? null : new Date(value)),
  },
  date: {
    sql: 'date',
    isValid: (value) => typeof value === 'string' && parsePlainDate(value) !== undefined,
    toParameter: (value) => value,
  },
  text: {
    sql: 'text',
    isValid: (value) => typeof value === 'string' && isStorable(value),
    toParameter: (value) => value,
  },
} as const satisfies Record<string, KeyType>;

const id: OrderKey = { attribute: 'id', type: 'integer' };

function keysOf({ keys }: KeyOrder): readonly OrderKey[] {
  return [...keys, id];
}

/** Returns the values by which a row is ordered. The list can continue after them even if the row is deleted. */
export function keyValuesOf(order: KeyOrder, row: object): KeyValue[] {
  return keysOf(order).map(({ attribute }) => {
    const value: unknown = Reflect.get(row, attribute);
    if (value === null || value === undefined) return null;
    if (value instanceof Date) return value.getTime();
    return typeof value === 'number' ? value : String(value);
  });
}

/** Whether values from a client are key values of an order. */
export function areKeyValuesOf(order: KeyOrder, values: readonly unknown[]): values is KeyValue[] {
  const keys = keysOf(order);
  return (
    values.length === keys.length &&
    keys.every(({ type, expression }, index) => {
      const value = values[index];
      return value === null ? expression !== undefined : keyTypes[type].isValid(value);
    })
  );
}

/** The SQL by which rows with the alias `row` are ordered, each in the direction of the order. */
export function orderExpressions(meta: EntityMetadata, order: KeyOrder): string[] {
  return keysOf(order).map((key) => expressionOf(meta, key));
}

/**
 * The SQL of the condition that a row comes after key values, and its parameters. A row comparison reads the index of the
 * order from those values on: the cost of a page does not depend on the number of rows before it.
 */
export function afterKeyValues(
  meta: EntityMetadata,
  order: KeyOrder,
  values: readonly KeyValue[],
): { sql: string; parameters: unknown[] } {
  const keys = keysOf(order);
  const columns = keys.map((key) => expressionOf(meta, key));
  const bound = keys.map(({ type, expression = same }) => expression(`?::${keyTypes[type].sql}`));
  return {
    sql: `(${columns.join(', ')}) ${order.direction === 'asc' ? '>' : '<'} (${bound.join(', ')})`,
    parameters: keys.map(({ type }, index) => keyTypes[type].toParameter(values[index] ?? null)),
  };
}

function expressionOf(meta: EntityMetadata, { attribute, expression = same }: OrderKey): string {
  return expression(`"row"."${columnOf(meta, attribute)}"`);
}

const same = (column: string): string => column;
