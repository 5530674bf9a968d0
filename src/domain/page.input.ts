import { ArgsType, Field, Int } from 'type-graphql';
import type { PageRequest } from './connection.type.js';

/** The page of a list. */
@ArgsType()
export class PageArguments implements PageRequest {
  @Field(() => Int, { defaultValue: 1, description: 'Counted from 1.' })
  page!: number;

  @Field(() => Int, { defaultValue: 50, description: 'At most 750.' })
  perPage!: number;
}

/**
 * The page of a list that REST returns whole. Only the server's own documents may set `perPage` to null: see
 * `graphql/limits.ts`.
 */
@ArgsType()
export class OptionalPageArguments {
  @Field(() => Int, { defaultValue: 1, description: 'Counted from 1.' })
  page!: number;

  @Field(() => Int, { nullable: true, defaultValue: 50, description: 'At most 750. Null is not accepted.' })
  perPage!: number | null;
}

/** Returns undefined if the whole list is requested. */
export function toPageRequest({ page, perPage }: OptionalPageArguments): PageRequest | undefined {
  return perPage === null ? undefined : { page, perPage };
}
