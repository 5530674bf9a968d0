import type { EntityClass } from '@mikro-orm/core';
import { type GraphQLField, type GraphQLSchema, isObjectType } from 'graphql';
import { Extensions, Field, getMetadataStorage } from 'type-graphql';
import type { AccountRecord } from '../../platform/database/account-record.entity.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { FieldErrors } from '../../platform/errors.js';
import type { RequestContext } from '../context.js';

/** An entity to which others refer. If it is archived or deactivated instead of deleted, it has `active`. */
type Target = EntityClass<AccountRecord & { active?: boolean }>;

/** A GraphQL field that returns the record whose id is in an attribute of the same object. */
export class Reference {
  #entity: Target | undefined;

  constructor(
    /** The attribute with the id. */
    readonly key: string,
    /** The name of the entity and of its GraphQL type. */
    readonly name: string,
  ) {}

  /** @throws Error if no entity has the name */
  entity(): Target {
    this.#entity ??= getMetadataStorage().objectTypes.find(({ name }) => name === this.name)?.target as
      | Target
      | undefined;
    if (!this.#entity) throw new Error(`@reference('${this.key}'): there is no entity ${this.name}`);
    return this.#entity;
  }
}

/** The name of the extension that marks references and lists of related records. */
export const isRelation = 'relation';

/** The fields declared with `@reference`, by prototype and name. */
const references = new WeakMap<object, Map<string, Reference>>();

/** The references that a class declares itself, by the name of their field. */
export function referencesOf({ prototype }: { readonly prototype: object }): ReadonlyMap<string, Reference> {
  return references.get(prototype) ?? new Map();
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
    references.set(target, (references.get(target) ?? new Map()).set(field, declared));
  };

/** The name of the extension that marks fields whose value is the attribute of the record, unchanged. */
export const isAttribute = 'attribute';

/** The attributes of an entity that are ids of records. */
type Ids<Entity> = {
  readonly [Key in keyof Entity as Key extends `${string}Id` ? Key : never]?: Entity[Key] | null | undefined;
};

/**
 * Returns an error for each id in `input` without an active record in the account, by the references of the entity. An
 * id that `record` already has stays valid after its target is deleted. A reference that other rules check is left out
 * of the input.
 */
export async function validateReferences<Entity extends AccountRecord>(
  tx: AccountTransaction,
  entity: new () => Entity,
  record: Ids<Entity>,
  input: Ids<Entity>,
): Promise<FieldErrors> {
  const errors: FieldErrors = {};
  for (const reference of referencesOf(entity).values()) {
    const { key } = reference;
    const id: unknown = Reflect.get(input, key) ?? null;
    if (typeof id !== 'number' || id === Reflect.get(record, key)) continue;
    const [found] = await tx.rows(reference.entity(), { id, active: true }, { limit: 1 });
    if (!found) errors[key] = ['does not exist'];
  }
  return errors;
}

/**
 * Returns an error for each list of ids of which an added one has no active record in the account. Ids that the record already
 * lists stay valid.
 */
export async function validateIds(
  tx: AccountTransaction,
  target: Target,
  given: Readonly<Record<string, readonly number[] | null | undefined>>,
  record: object,
): Promise<FieldErrors> {
  const errors: FieldErrors = {};
  for (const [attribute, ids] of Object.entries(given)) {
    const listed: unknown = Reflect.get(record, attribute);
    const added = ids?.filter((id) => !Array.isArray(listed) || !listed.includes(id)) ?? [];
    if (!(await areActive(tx, target, added))) errors[attribute] = ['does not exist'];
  }
  return errors;
}

/** Whether every id belongs to an active record of the account. */
export async function areActive(tx: AccountTransaction, target: Target, ids: readonly number[]): Promise<boolean> {
  const different = new Set(ids);
  if (different.size === 0) return true;
  return (await tx.count(target, { id: { $in: [...different] }, active: true })) === different.size;
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
