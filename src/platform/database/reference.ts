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

/**
 * Declares the field of a reference: `@reference('personId', () => Person) person?: Row<Person> | null`. A query may
 * read the record with a join, see `selectJoins`; otherwise the field loads it by id.
 */
export const reference =
  (
    key: string,
    entity: () => EntityClass<AccountRecord>,
    { nullable }: { nullable: boolean } = { nullable: true },
  ): PropertyDecorator =>
  (target, name) => {
    Field(entity, { nullable })(target, name);
    Extensions({ reference: new Reference(key, entity) })(target, name);
  };

/** The name of the extension that marks fields whose value is the attribute of the record, unchanged. */
export const isAttribute = 'attribute';
