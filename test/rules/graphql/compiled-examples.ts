import { buildSchema, GraphQLObjectType, type GraphQLSchema } from 'graphql';
import type { RequestContext } from '../../../src/domain/context.js';
import { compileOperations } from '../../../src/graphql/operations.js';
import { zoneOf } from '../../../src/platform/time/zone.js';

export type Values = Record<string, unknown>;

const typeDefinitions = `
  scalar Custom
  enum Colour { RED GREEN }
  type Item {
    name: String
    required: String!
    number: Float
    whole: Int
    flag: Boolean
    id: ID
    colour: Colour
    custom: Custom
    self: Item
    items: [Item!]
    names: [String]
    matrix: [[Int]]
    echo(text: String = "default", times: Int): String
  }
  type Query { item: Item, items: [Item!], failing: Item, other: Item }
  type Mutation { first: Int, second: Int, third: Int }
`;

/** Creates a schema whose types no other test changes. */
export function schemaWith(
  resolvers: Record<string, Record<string, (source: Values, args: Values) => unknown>>,
): GraphQLSchema {
  const schema = buildSchema(typeDefinitions);
  for (const [typeName, fields] of Object.entries(resolvers)) {
    const type = schema.getType(typeName);
    if (!(type instanceof GraphQLObjectType)) throw new Error(`no type ${typeName}`);
    for (const [name, resolve] of Object.entries(fields)) {
      const field = type.getFields()[name];
      if (!field) throw new Error(`no field ${name}`);
      field.resolve = resolve;
    }
  }
  return schema;
}

export const context = { zone: zoneOf('Europe/Oslo') } as RequestContext;

/** Returns the text of a response as REST writes it. */
export async function write(schema: GraphQLSchema, source: string, variables: Values = {}): Promise<string> {
  const [operation] = compileOperations(schema, source).values();
  if (!operation) throw new Error('no operation');
  const fields = await operation.execute(context, variables);
  return `{${Object.entries(fields)
    .map(([key, json]) => `"${key}":${json}`)
    .join()}}`;
}

/** Returns the response to a query for one item. */
export const writeItem = (item: unknown, source: string, variables?: Values): Promise<string> =>
  write(schemaWith({ Query: { item: () => item } }), source, variables);
