import type { FilterQuery } from '@mikro-orm/core';
import { ArgsType, Field, InputType, Int, registerEnumType } from 'type-graphql';
import type { AccountRecord } from '../../platform/database/account-record.entity.js';
import type { KeyOrder, KeyValue, OrderKey } from '../../platform/database/key-order.js';
import { type FieldErrors, invalid } from '../../platform/errors.js';
import { defaultPageLength, maxPageLength } from '../../platform/list-cost.js';
import { Instant } from '../../platform/scalars.js';

/** The part of a list to return: a page by its number, or the items after a cursor. */
export interface PageRequest {
  first?: number | null | undefined;
  after?: string | null | undefined;
  page?: number | null | undefined;
  /** Null for the whole list. Only the server's own documents may set it to null: see `graphql/limits.ts`. */
  perPage?: number | null | undefined;
}

const afterDescription =
  'A cursor of the same list in the same order: the items after it are returned. Default: from the first item.';

/** The arguments of a list that is returned whole unless the request limits it. */
@ArgsType()
export class CursorArguments {
  @Field(() => Int, {
    nullable: true,
    description: 'The number of items to return, from 1 to 750. Defaults to all.',
  })
  first?: number | null;

  @Field(() => String, { nullable: true, description: afterDescription })
  after?: string | null;
}

/** The arguments of a list that belongs to another object. */
@ArgsType()
export class RelatedListArguments {
  @Field(() => Int, {
    defaultValue: defaultPageLength,
    description: 'The number of items to return, from 1 to 750.',
  })
  first!: number;

  @Field(() => String, { nullable: true, description: afterDescription })
  after?: string | null;
}

/** The arguments of a list with pages. */
@ArgsType()
export class PageArguments {
  @Field(() => Int, {
    nullable: true,
    description: 'The number of items to return, from 1 to 750. Defaults to 50. Not together with `page` or `perPage`.',
  })
  first?: number | null;

  @Field(() => String, {
    nullable: true,
    description: `${afterDescription} Not together with \`page\` or \`perPage\`.`,
  })
  after?: string | null;

  @Field(() => Int, { nullable: true, description: 'The number of the page, counted from 1. Defaults to 1.' })
  page?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The number of items on a page, from 1 to 750. Defaults to 50. Null is not accepted.',
  })
  perPage?: number | null;
}

/** A part of an ordered list. */
export interface Slice {
  /** Undefined for all items. */
  limit?: number;
  offset?: number;
  /** The key values after which it begins. */
  after?: readonly KeyValue[];
}

/** Returns the key values of a cursor, or undefined if the cursor is invalid. */
type ParseCursor = (text: string) => readonly KeyValue[] | undefined;

/** @throws DomainError INVALID on `first`, `after`, `page` or `perPage` */
export function toSlice({ first, after, page, perPage }: PageRequest, parseCursor: ParseCursor): Slice {
  if (isGiven(first) || isGiven(after)) return sliceAfter({ first, after, page, perPage }, parseCursor);
  if (isGiven(page) && page < 1) throw invalid({ page: ['must be greater than 0'] });
  if (perPage === null) return {};
  const limit = perPage ?? defaultPageLength;
  if (!isLength(limit)) throw invalid({ perPage: [lengthMessage] });
  return { limit, offset: ((page ?? 1) - 1) * limit };
}

function sliceAfter({ first, after, page, perPage }: PageRequest, parseCursor: ParseCursor): Slice {
  const errors: FieldErrors = {};
  if (isGiven(page)) errors['page'] = [notTogether];
  if (isGiven(perPage)) errors['perPage'] = [notTogether];
  if (isGiven(first) && !isLength(first)) errors['first'] = [lengthMessage];
  const cursor = isGiven(after) ? parseCursor(after) : undefined;
  if (isGiven(after) && !cursor) errors['after'] = ['is not a cursor of this list in this order'];
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const limit = first ?? (perPage === null ? undefined : defaultPageLength);
  return { ...(limit !== undefined && { limit }), ...(cursor && { after: cursor }) };
}

const lengthMessage = `must be between 1 and ${maxPageLength}`;
const notTogether = 'cannot be combined with first or after';

function isLength(count: number): boolean {
  return count >= 1 && count <= maxPageLength;
}

function isGiven<Value>(value: Value | null | undefined): value is Value {
  return value !== null && value !== undefined;
}

@InputType({ description: 'A period that contains an instant. `from` is included, `to` is not; either may be absent.' })
export class InstantRange {
  @Field(() => Instant, { nullable: true, description: 'The first instant of the period.' })
  from?: Date | null;

  @Field(() => Instant, { nullable: true, description: 'The end of the period.' })
  to?: Date | null;
}

/** The conditions of every list of records. */
@InputType()
export abstract class RecordFilter {
  @Field(() => [Int], { nullable: true, description: 'Returns only items with these ids.' })
  ids?: number[] | null;

  @Field(() => InstantRange, { nullable: true, description: 'Returns items that were created in this period.' })
  createdAt?: InstantRange | null;

  @Field(() => InstantRange, { nullable: true, description: 'Returns items that were last changed in this period.' })
  updatedAt?: InstantRange | null;
}

/** @throws DomainError INVALID on `to` of a range if it is not after `from` */
export function recordConditions({ ids, createdAt, updatedAt }: RecordFilter): FilterQuery<AccountRecord>[] {
  return [
    ...(ids ? [{ id: { $in: ids } }] : []),
    ...instantConditions('createdAt', createdAt),
    ...instantConditions('updatedAt', updatedAt),
  ];
}

/** The conditions that an instant is in a range. @throws DomainError INVALID on `to` if it is not after `from` */
export function instantConditions<Attribute extends string>(
  attribute: Attribute,
  range: InstantRange | null | undefined,
): Record<Attribute, { $gte: Date } | { $lt: Date }>[] {
  const { from, to } = validRange(attribute, range);
  const conditions = [...(from ? [{ $gte: from }] : []), ...(to ? [{ $lt: to }] : [])];
  return conditions.map((condition) => ({ [attribute]: condition }) as Record<Attribute, typeof condition>);
}

/** Returns the instants that are set. @throws DomainError INVALID on `to` if it is not after `from` */
export function validRange(
  attribute: string,
  range: InstantRange | null | undefined,
): { from: Date | undefined; to: Date | undefined } {
  const { from, to } = range ?? {};
  if (from && to && to <= from) throw invalid({ [attribute]: { to: ['must be after from'] } });
  return { from: from ?? undefined, to: to ?? undefined };
}

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
