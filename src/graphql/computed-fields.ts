import { type GraphQLSchema, isObjectType } from 'graphql';
import { Computation, computation } from '../domain/records/computed-field.js';

/** Adds the resolvers of the fields declared with `@ComputedField`. */
export function resolveComputedFields(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const computed = field.extensions[computation];
      if (!(computed instanceof Computation)) continue;
      // The decorator stands on a resolver of the type whose records these are.
      field.resolve = (record, _args, context) => computed.compute(record as never, context);
    }
  }
  return schema;
}
