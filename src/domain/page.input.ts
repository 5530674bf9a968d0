import { ArgsType, Field, Int } from 'type-graphql';
import type { PageRequest } from './connection.js';

/** Which page of a list, counted from 1, and how long pages are. */
@ArgsType()
export class PageArguments implements PageRequest {
  @Field(() => Int, { defaultValue: 1, description: 'Counted from 1.' })
  page!: number;

  @Field(() => Int, { defaultValue: 50, description: 'At most 750.' })
  perPage!: number;
}

/**
 * The same for a list that REST answers whole. GraphQL refuses a null in documents that are not the server's own:
 * see `graphql/limits.ts`.
 */
@ArgsType()
export class PageOrAllArguments {
  @Field(() => Int, { defaultValue: 1, description: 'Counted from 1.' })
  page!: number;

  @Field(() => Int, { nullable: true, defaultValue: 50, description: 'At most 750. Null is not accepted.' })
  perPage!: number | null;
}

/** Undefined for the whole list. */
export function pageOf({ page, perPage }: PageOrAllArguments): PageRequest | undefined {
  return perPage === null ? undefined : { page, perPage };
}
