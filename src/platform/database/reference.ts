import type { EntityClass } from '@mikro-orm/core';
import { Extensions, Field } from 'type-graphql';
import type { AccountRecord } from './account-record.entity.js';

/** A GraphQL field that returns the record whose id is in an attribute of the same object. */
export class Reference {
  constructor(
    /** The attribute with the id. */
    readonly key: string,
    readonly entity: () => EntityClass<AccountRecord>,
  ) {}
}

/** The name of the extension that marks references and lists of related records. */
export const isRelation = 'relation';

/** The attributes declared with `@reference`, by prototype. */
const references = new WeakMap<object, Set<string>>();

/** Whether an attribute of a class was declared with `@reference`. */
export function isReference(type: new () => object, attribute: string): boolean {
  return references.get(type.prototype)?.has(attribute) ?? false;
}

/**
 * Declares the field of a reference: `@reference('personId', () => Person) person?: Row<Person> | null`. A query may
 * read the record with a join, see `selectJoins`; otherwise the field loads it by id.
 */
export const reference =
  (
    key: string,
    entity: () => EntityClass<AccountRecord>,
    { nullable = true, description }: { nullable?: boolean; description?: string } = {},
  ): PropertyDecorator =>
  (target, name) => {
    Field(entity, { nullable, ...(description !== undefined && { description }) })(target, name);
    Extensions({ reference: new Reference(key, entity), [isRelation]: true })(target, name);
    const names = references.get(target) ?? new Set<string>();
    references.set(target, names.add(String(name)));
  };

/** The name of the extension that marks fields whose value is the attribute of the record, unchanged. */
export const isAttribute = 'attribute';
