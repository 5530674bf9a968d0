import type { EntityClass } from '@mikro-orm/core';
import { type GraphQLField, type GraphQLSchema, isObjectType } from 'graphql';
import { Extensions, Field, getMetadataStorage } from 'type-graphql';
import type { AccountRecord } from '../../platform/database/account-record.entity.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { FieldErrors } from '../../platform/errors.js';
import type { RequestContext } from '../context.js';

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

type Target = EntityClass<AccountRecord & { active: boolean }>;

/**
 * Returns an error for each id in `input` without an active record in the account. An id that `record` already has
 * stays valid after its target is deleted.
 */
export async function validateReferences<Attribute extends string>(
  tx: AccountTransaction,
  record: { readonly [Key in NoInfer<Attribute>]?: number | null },
  input: { readonly [Key in NoInfer<Attribute>]?: number | null },
  targets: Readonly<Record<Attribute, Target>>,
): Promise<FieldErrors> {
  const errors: FieldErrors = {};
  for (const attribute in targets) {
    const id = input[attribute] ?? null;
    if (id === null || id === record[attribute]) continue;
    const [found] = await tx.rows(targets[attribute], { id, active: true }, { limit: 1 });
    if (!found) errors[attribute] = ['does not exist'];
  }
  return errors;
}

/** Whether every id belongs to an active record of the account. */
export async function areActive(tx: AccountTransaction, target: Target, ids: readonly number[]): Promise<boolean> {
  const different = new Set(ids);
  if (different.size === 0) return true;
  return (await tx.em.count(target, { id: { $in: [...different] }, active: true })) === different.size;
}

/**
 * Adds the resolvers of the fields declared with `@reference`, and marks the fields that are columns, so that queries can
 * read only the columns that a document selects.
 */
export function resolveReferences(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const reference = field.extensions['reference'];
      if (reference instanceof Reference) resolveReference(field, reference);
      else if (!field.resolve) field.extensions = { ...field.extensions, [isAttribute]: true };
    }
  }
  return schema;
}

/** Uses the record that was joined, else loads it by its id. */
function resolveReference(field: GraphQLField<unknown, RequestContext>, reference: Reference): void {
  const { name } = field;
  const { key } = reference;
  const entity = reference.entity();
  field.resolve = (source, _args, { db }) => {
    const record = source as Readonly<Record<string, unknown>>;
    if (record[name] !== undefined) return record[name];
    const id = record[key];
    return typeof id === 'number' ? db.load(entity, id) : null;
  };
}
