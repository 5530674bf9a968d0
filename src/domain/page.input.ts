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
