import { type GraphQLSchema, isInputObjectType } from 'graphql';
import { getMetadataStorage } from 'type-graphql';
import { endOfValidity, isEndOfValidity } from '../platform/end-of-validity.js';

/** Declares the ends of validity that inputs inherit: type-graphql leaves out the extensions of inherited fields. */
export function inheritEndsOfValidity(schema: GraphQLSchema): GraphQLSchema {
  for (const { name, target } of getMetadataStorage().inputTypes) {
    const type = schema.getType(name);
    if (!isInputObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      if (isDeclaredAbove(target, field.name)) field.extensions = { ...field.extensions, ...endOfValidity };
    }
  }
  return schema;
}

/** Whether a base class of an input declares that a field is an end of validity. */
function isDeclaredAbove(target: object, name: string): boolean {
  const base: unknown = Object.getPrototypeOf(target);
  if (typeof base !== 'function') return false;
  const input = getMetadataStorage().inputTypes.find((one) => one.target === base);
  const declared = input?.fields?.find((field) => field.name === name);
  return (declared?.extensions && isEndOfValidity({ extensions: declared.extensions })) || isDeclaredAbove(base, name);
}
