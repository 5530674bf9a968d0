import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isNonNullType,
} from 'graphql';
import type { RequestContext } from '../domain/context.js';

type Field = GraphQLField<unknown, RequestContext>;

/** Objects that always exist, so that a nullable type would only burden clients. */
const alwaysGiven: ReadonlySet<string> = new Set(['Query.account', 'Query.changes']);

/**
 * Makes the single objects of queries and mutations nullable. A failing non-null field would null the whole response: one
 * deleted booking would remove nine others, and a failing mutation the results of those before it. Lists stay non-null.
 */
export function makeRootsNullable(schema: GraphQLSchema): GraphQLSchema {
  for (const type of [schema.getQueryType(), schema.getMutationType()]) {
    if (!type) continue;
    for (const field of Object.values(type.getFields())) if (isSingleObject(type, field)) makeNullable(type, field);
  }
  return schema;
}

/** Whether the field is null only with an error, so that REST never returns null for it. */
export function isNullOnlyOnError({ extensions }: Pick<Field, 'extensions'>): boolean {
  return extensions['nullOnlyOnError'] === true;
}

function isSingleObject(type: GraphQLObjectType, field: Field): boolean {
  const isList = getNamedType(field.type).name.endsWith('Connection');
  return isNonNullType(field.type) && !isList && !alwaysGiven.has(`${type.name}.${field.name}`);
}

function makeNullable(type: GraphQLObjectType, field: Field): void {
  const { resolve = defaultFieldResolver } = field;
  if (isNonNullType(field.type)) field.type = field.type.ofType;
  field.extensions = { ...field.extensions, nullOnlyOnError: true };
  const given = (value: unknown): unknown => {
    if (value === null || value === undefined) throw new Error(`${type.name}.${field.name} returned nothing`);
    return value;
  };
  field.resolve = (source, args, context, info) => {
    const value = resolve(source, args, context, info);
    return value instanceof Promise ? value.then(given) : given(value);
  };
}
