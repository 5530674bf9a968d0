import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';
import { snakeCase } from '../../../platform/text.js';
import type { DeprecatedNames } from '../coerce.js';
import { type Components, nullable, type Schema } from './components.js';
import { enumeration, inputScalar } from './scalars.js';
import { notesOf } from './wording.js';

/** Returns the schema of a type in a request, as `coerce` reads it. Null clears an attribute. */
export function inputSchema(type: GraphQLInputType, components: Components, deprecated: DeprecatedNames = {}): Schema {
  const schema = sentSchema(type, components, deprecated);
  return isNonNullType(type) ? schema : nullable(schema);
}

/** The same without null, which a URL cannot express. */
export function sentSchema(type: GraphQLInputType, components: Components, deprecated: DeprecatedNames = {}): Schema {
  const inner = getNullableType(type);
  if (isListType(inner)) return { type: 'array', items: inputSchema(inner.ofType, components, deprecated) };
  if (isInputObjectType(inner)) return objectSchema(inner, components, deprecated);
  return isEnumType(inner) ? enumeration(inner, components) : inputScalar(inner, components);
}

/** Allows additional properties, which are ignored. */
function objectSchema(type: GraphQLInputObjectType, components: Components, deprecated: DeprecatedNames): Schema {
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  for (const field of Object.values(type.getFields())) {
    const name = snakeCase(field.name);
    properties[name] = { ...inputSchema(field.type, components, deprecated), ...notesOf(field) };
    if (isRequiredInputField(field)) required.push(name);
  }
  for (const [old, current] of Object.entries(deprecated)) {
    const property = properties[current];
    if (property) properties[old] = { ...property, description: `Use \`${current}\`.`, deprecated: true };
  }
  return components.share('schemas', [type.name], {
    type: 'object',
    ...(type.description && { description: type.description }),
    properties,
    ...(required.length > 0 && { required }),
  });
}
