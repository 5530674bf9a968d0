import { type GraphQLField, type GraphQLSchema, isObjectType } from 'graphql';
import type { RequestContext } from '../domain/context.js';
import { isAttribute, Reference } from '../platform/database/reference.js';

type Field = GraphQLField<unknown, RequestContext>;
type Values = Readonly<Record<string, unknown>>;

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
function resolveReference(field: Field, reference: Reference): void {
  const { name } = field;
  const { key } = reference;
  const entity = reference.entity();
  field.resolve = (source, _args, { db }) => {
    const record = source as Values;
    if (record[name] !== undefined) return record[name];
    const id = record[key];
    return typeof id === 'number' ? db.load(entity, id) : null;
  };
}
