import { registerEnumType } from 'type-graphql';
import type { KeyOrder, OrderKey } from '../../platform/database/key-order.js';

/** An order of a list by one attribute, which clients can also reverse. */
interface OrderOption {
  keys: readonly OrderKey[];
  /** The descriptions of the ascending and the descending order. */
  descriptions: readonly [ascending: string, descending: string];
}

/** The orders of a list. */
export interface ListOrder {
  /** The GraphQL enumeration. */
  type: Readonly<Record<string, string>>;
  /** The value of the order that applies if a request names none. */
  default: string;
  /** Returns the order of a value. @throws Error if there is none */
  get(value: string): KeyOrder;
}

/**
 * Creates the GraphQL enumeration of the orders of a list. Each option `NAME` becomes the values `NAME` and `NAME_DESC`.
 * Rows that are equal are ordered by id.
 */
export function createListOrder<Name extends string>(
  name: string,
  options: Readonly<Record<Name, OrderOption>>,
  byDefault: NoInfer<Name | `${Name}_DESC`>,
): ListOrder {
  const type: Record<string, string> = {};
  const orders = new Map<string, KeyOrder>();
  const valuesConfig: Record<string, { description: string }> = {};
  const add = (value: string, order: KeyOrder, description: string): void => {
    type[value] = value.toLowerCase();
    orders.set(value.toLowerCase(), order);
    valuesConfig[value] = { description };
  };
  for (const [option, { keys, descriptions }] of Object.entries<OrderOption>(options)) {
    add(option, { keys, direction: 'asc' }, descriptions[0]);
    add(`${option}_DESC`, { keys, direction: 'desc' }, descriptions[1]);
  }
  registerEnumType(type, { name, description: 'The order of a list. Ties are ordered by id.', valuesConfig });
  return {
    type,
    default: byDefault.toLowerCase(),
    get: (value) => {
      const order = orders.get(value);
      if (!order) throw new Error(`${name} has no value ${value}`);
      return order;
    },
  };
}

/** The order of creation. Ids rise with it, and the primary key has their order. */
export const byId: OrderOption = { keys: [], descriptions: ['Oldest first.', 'Newest first.'] };

/** By the last change. */
export const byUpdate: OrderOption = {
  keys: [{ attribute: 'updatedAt', type: 'instant' }],
  descriptions: ['Least recently changed first.', 'Most recently changed first.'],
};

/** By creation, for lists with an index on it. */
export const byCreation: OrderOption = {
  keys: [{ attribute: 'createdAt', type: 'instant' }],
  descriptions: ['Oldest first.', 'Newest first.'],
};

/** By an instant that is always set. */
export function byInstant(attribute: string, subject: string): OrderOption {
  return {
    keys: [{ attribute, type: 'instant' }],
    descriptions: [`By ${subject}, earliest first.`, `By ${subject}, latest first.`],
  };
}

/** By an instant that may be null. Null is ordered after all instants. */
export function byOptionalInstant(attribute: string, subject: string): OrderOption {
  return {
    keys: [{ attribute, type: 'instant', expression: (column) => `coalesce(${column}, 'infinity')` }],
    descriptions: [
      `By ${subject}, earliest first. Items without one are last.`,
      `By ${subject}, latest first. Items without one are first.`,
    ],
  };
}

/** By a text, ignoring case. Null is ordered like an empty text. */
export function byText(attribute: string, subject: string): OrderOption {
  return {
    keys: [{ attribute, type: 'text', expression: (column) => `lower(coalesce(${column}, ''))` }],
    descriptions: [`By ${subject}, from A to Z.`, `By ${subject}, from Z to A.`],
  };
}

/** By the priority value. Null is ordered after all values. */
export const byPriority: OrderOption = {
  keys: [{ attribute: 'priorityValue', type: 'integer', expression: (column) => `coalesce(${column}, 2147483647)` }],
  descriptions: [
    'By priority value, lowest first. Items without one are last.',
    'By priority value, highest first. Items without one are first.',
  ],
};
