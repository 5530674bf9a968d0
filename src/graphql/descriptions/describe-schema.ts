import {
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { accountDescriptions } from './account.descriptions.js';
import { bookingDescriptions } from './booking.descriptions.js';
import { catalogDescriptions } from './catalog.descriptions.js';
import { commonArguments, commonFields, commonTypes, describedTypes, rootDescriptions } from './common.descriptions.js';
import type { Descriptions } from './descriptions.js';
import { peopleDescriptions } from './people.descriptions.js';

const descriptions: Descriptions = {
  ...rootDescriptions,
  ...accountDescriptions,
  ...bookingDescriptions,
  ...catalogDescriptions,
  ...peopleDescriptions,
};

/** A part of the schema with a description. */
interface Described {
  readonly name: string;
  description: string | null | undefined;
}

/**
 * Adds the descriptions of the fields that are declared by their columns, and of everything else that declares none. They
 * are in tables, because an attribute has the same description in its type and in the inputs that set it.
 *
 * @throws Error if a table describes what the schema does not have
 */
export function describeSchema(schema: GraphQLSchema): GraphQLSchema {
  for (const [typeName, table] of Object.entries(descriptions)) {
    const parts = partsOf(schema.getType(typeName));
    for (const key of Object.keys(table)) {
      if (!parts.has(key)) throw new Error(`descriptions: the schema has no ${typeName} ${key}`);
    }
  }
  // Types first: inputs take the descriptions of their fields.
  const types = Object.values(schema.getTypeMap()).toSorted((a, b) => rank(a) - rank(b));
  for (const type of types) {
    if (type.name.startsWith('__') || isSpecifiedScalarType(type)) continue;
    const source = schema.getType(describedTypes[type.name] ?? '');
    for (const [key, part] of partsOf(type)) part.description ??= findDescription(type, key, part, source);
  }
  return schema;
}

function rank(type: GraphQLNamedType): number {
  return isInputObjectType(type) ? 1 : 0;
}

function findDescription(
  { name }: GraphQLNamedType,
  key: string,
  part: Described,
  source: GraphQLNamedType | undefined,
): string | undefined {
  const own = descriptions[name]?.[key];
  if (own !== undefined) return own;
  if (key === '') return Object.entries(commonTypes).find(([ending]) => name.endsWith(ending))?.[1];
  if (key.includes('(')) return commonArguments[part.name];
  return partsOf(source).get(key)?.description ?? commonFields[key];
}

/** Lists what can have a description in a type, by the keys of the tables. */
export function partsOf(type: GraphQLNamedType | undefined): ReadonlyMap<string, Described> {
  const parts = new Map<string, Described>();
  if (!type) return parts;
  parts.set('', type);
  if (isEnumType(type)) for (const value of type.getValues()) parts.set(value.name, value);
  if (isInputObjectType(type)) for (const field of Object.values(type.getFields())) parts.set(field.name, field);
  if (isObjectType(type)) {
    for (const field of Object.values(type.getFields())) {
      parts.set(field.name, field);
      for (const argument of field.args) parts.set(`${field.name}(${argument.name})`, argument);
    }
  }
  return parts;
}
