import { type ClassType, Extensions, Resolver } from 'type-graphql';
import type { AccountRecord } from '../../platform/database/account-record.entity.js';
import { isRelation } from '../../platform/database/reference.js';
import { notFound } from '../../platform/errors.js';
import { isVisitor, type RequestContext } from '../context.js';
import { ComputedField } from './computed-field.js';
import { createContextLoader } from './context-loader.js';

interface RelatedRecordOptions<Node extends AccountRecord> {
  /** Returns the records that refer to the ids, with the id that each refers to. At most one refers to an id. */
  find: (context: RequestContext, ids: readonly number[]) => Promise<ReadonlyMap<number, Node>>;
  description: string;
}

/**
 * Declares the only record that refers to an object, such as the waitlist entry whose offer is a booking, as a GraphQL
 * field. One statement reads the records of all objects of the same tick.
 *
 * @returns the class of its resolver, for the schema
 */
export function relatedRecord<Node extends AccountRecord>(
  owner: ClassType<AccountRecord>,
  name: string,
  type: ClassType<Node>,
  { find, description }: RelatedRecordOptions<Node>,
): new () => object {
  class RelatedRecordResolver {}
  const { prototype } = RelatedRecordResolver;
  const load = createContextLoader(find, null);
  /** @throws DomainError NOT_FOUND for visitors, whose documents select no such field */
  const value = ({ id }: AccountRecord, context: RequestContext): Promise<Node | null> => {
    if (isVisitor(context)) throw notFound();
    return load(context, id);
  };
  // Does what decorators on a method of that name would do.
  const method = { value };
  Object.defineProperty(prototype, name, method);
  Resolver(() => owner)(RelatedRecordResolver);
  ComputedField(() => type, { nullable: true, description })(prototype, name, method);
  Extensions({ [isRelation]: true })(prototype, name, method);
  return RelatedRecordResolver;
}
