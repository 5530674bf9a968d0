import { type GraphQLField, type GraphQLSchema, isObjectType } from 'graphql';
import type { RequestContext } from '../domain/context.js';
import { isAttribute, Reference } from '../platform/database/reference.js';

type Field = GraphQLField<unknown, RequestContext>;
type Values = Readonly<Record<string, unknown>>;

/**
 * Gives each field that `@reference` declares its resolver, and marks the fields that are attributes of their record, so
 * that a query can read only those that a document shows.
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

/** The record that was read with the object, or else that of the id. */
function resolveReference(field: Field, { key, entity }: Reference): void {
  const { name } = field;
  field.resolve = (source, _args, { db }) => {
    const record = source as Values;
    if (record[name] !== undefined) return record[name];
    const id = record[key];
    return typeof id === 'number' ? db.load(entity(), id) : null;
  };
}
