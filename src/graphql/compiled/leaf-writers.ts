import {
  type GraphQLEnumType,
  GraphQLInt,
  type GraphQLLeafType,
  type GraphQLScalarType,
  GraphQLString,
  isEnumType,
} from 'graphql';
import { snakeCase } from '../../platform/names.js';
import { AttributeName, CustomDataObject, Instant } from '../../platform/scalars.js';
import type { Zone } from '../../platform/time/zone.js';
import { localCustomData, localInstant } from '../localize.js';

/** Writes a value that is not null as JSON. */
export type LeafWriter = (value: NonNullable<unknown>, zone: Zone) => string;

/**
 * Returns the writer of the values of a type for REST. Instants are formatted in the time zone of the account here,
 * without a resolver. Enumerations are written as stored, not by their GraphQL names; attribute names in snake case.
 */
export function leafWriterOf(type: GraphQLLeafType): LeafWriter {
  return (isEnumType(type) ? writeStored : leafWriters.get(type.name)) ?? writerOfScalar(type);
}

const writeStored: LeafWriter = (value) => JSON.stringify(value);

const leafWriters: ReadonlyMap<string, LeafWriter> = new Map<string, LeafWriter>([
  // Fast path: a list of slots has 10,000 ids.
  [GraphQLInt.name, (value) => (isInt32(value) ? String(value) : JSON.stringify(GraphQLInt.serialize(value)))],
  [GraphQLString.name, (value) => JSON.stringify(typeof value === 'string' ? value : GraphQLString.serialize(value))],
  // Instants contain no characters that JSON escapes.
  [Instant.name, (value, zone) => `"${localInstant(value, zone)}"`],
  [CustomDataObject.name, (value, zone) => JSON.stringify(localCustomData(value, zone))],
  [AttributeName.name, (value) => JSON.stringify(snakeCase(String(value)))],
]);

function writerOfScalar(type: GraphQLScalarType | GraphQLEnumType): LeafWriter {
  return (value) => {
    // Undefined for values without a JSON form, contrary to the declared type.
    const text: string | undefined = JSON.stringify(type.serialize(value));
    if (text === undefined) throw new TypeError(`${type.name} has no JSON for a value`);
    return text;
  };
}

function isInt32(value: unknown): boolean {
  return typeof value === 'number' && (value | 0) === value;
}
