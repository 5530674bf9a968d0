import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type DefinitionNode,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  Kind,
  parse,
  type TypeNode,
  typeFromAST,
} from 'graphql';
import { checkOperation } from '../../src/graphql/limits.js';
import { bookingSchema } from '../../src/graphql/schema.js';
import { recordKinds } from '../../src/pages/dashboard/views/setup/records.js';
import { projectRoot } from '../../src/platform/project-root.js';

const schema: GraphQLSchema = bookingSchema();

const scalars: Readonly<Record<string, unknown>> = {
  Boolean: true,
  Date: '2026-03-02',
  DateTime: '2026-03-02T08:00:00Z',
  Decimal: '1',
  Float: 1,
  Int: 1,
  JSONObject: {},
  String: 'x',
  Time: '09:00',
  UUID: '00000000-0000-4000-8000-000000000000',
};

/** Returns a value of a type, with the attributes that it requires. */
function sampleOf(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return sampleOf(type.ofType);
  if (isListType(type)) return [sampleOf(type.ofType)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (!isInputObjectType(type)) return scalars[getNamedType(type).name];
  const required = Object.values(type.getFields()).filter(({ type: inner }) => isNonNullType(inner));
  return Object.fromEntries(required.map(({ name, type: inner }) => [name, sampleOf(inner)]));
}

function sampleOfVariable(type: TypeNode): unknown {
  const found = typeFromAST(schema, type);
  return isInputType(found) ? sampleOf(found) : undefined;
}

const documents = [
  ...globSync('src/pages/**/*.graphql', { cwd: projectRoot }).map((file) =>
    readFileSync(join(projectRoot, file), 'utf8'),
  ),
  ...recordKinds.flatMap((kind) => Object.values(kind.operations).map(({ text }) => text)),
];
const definitions: DefinitionNode[] = documents.flatMap((document) => parse(document).definitions);
const fragments = definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
const operations = definitions.flatMap((definition) =>
  definition.kind === Kind.OPERATION_DEFINITION ? [definition] : [],
);

it.each(operations.map((operation) => [operation.name?.value ?? '', operation] as const))(
  '%s of the dashboard costs less than the limit of a request, however many records there are',
  async (_name, operation) => {
    const given = operation.variableDefinitions ?? [];
    const variables = Object.fromEntries(
      given
        .filter(({ type }) => type.kind === Kind.NON_NULL_TYPE)
        .map(({ variable, type }) => [variable.name.value, sampleOfVariable(type)]),
    );
    const document = { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] } as const;
    const checked = await checkOperation(schema, document, operation, variables);
    expect(checked instanceof GraphQLError ? checked.message : undefined).toBeUndefined();
  },
);

it('the dashboard has operations', () => expect(operations.length).toBeGreaterThan(100));
