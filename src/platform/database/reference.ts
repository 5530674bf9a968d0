import type { EntityClass } from '@mikro-orm/core';
import { Extensions, Field, getMetadataStorage } from 'type-graphql';
import type { AccountRecord } from './account-record.entity.js';

/** A GraphQL field that returns the record whose id is in an attribute of the same object. */
export class Reference {
  #entity: EntityClass<AccountRecord> | undefined;

  constructor(
    /** The attribute with the id. */
    readonly key: string,
    /** The name of the entity and of its GraphQL type. */
    readonly name: string,
  ) {}

  /** @throws Error if no entity has the name */
  entity(): EntityClass<AccountRecord> {
    this.#entity ??= getMetadataStorage().objectTypes.find(({ name }) => name === this.name)?.target as
      | EntityClass<AccountRecord>
      | undefined;
    if (!this.#entity) throw new Error(`@reference('${this.key}'): there is no entity ${this.name}`);
    return this.#entity;
  }
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
 * Declares that an attribute is the id of a record, and the field that returns it:
 * `@integer() @reference('person', 'Person') personId`. A query may read the record with a join, see `selectJoins`;
 * otherwise the field loads it by id. The entity is named, not imported, so that features can refer to each other: an
 * unknown name fails when the schema is built.
 */
export const reference =
  (
    field: string,
    entity: string,
    { nullable = true, description }: { nullable?: boolean; description?: string } = {},
  ): PropertyDecorator =>
  (target, key) => {
    const declared = new Reference(String(key), entity);
    Field(() => declared.entity(), { nullable, description })(target, field);
    Extensions({ reference: declared, [isRelation]: true })(target, field);
    const names = references.get(target) ?? new Set<string>();
    references.set(target, names.add(field));
  };

/** The name of the extension that marks fields whose value is the attribute of the record, unchanged. */
export const isAttribute = 'attribute';
