import { ArgsType, Field, Int } from 'type-graphql';
import type { KeyValue } from '../../platform/database/key-order.js';
import { type FieldErrors, invalid } from '../../platform/errors.js';
import { defaultPageLength, maxPageLength } from '../../platform/list-cost.js';

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
