import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type DocumentNode,
  type ExecutionResult,
  type FragmentDefinitionNode,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isEnumType,
  isInputType,
  Kind,
  type OperationDefinitionNode,
  parse,
  separateOperations,
  specifiedRules,
  typeFromAST,
  validate,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import type { RequestContext } from '../domain/context.js';
import { snakeCase } from '../platform/names.js';
import { projectRoot } from '../platform/project-root.js';
import { AttributeName } from '../platform/scalars.js';
import { authoriseOperation } from './authorisation.js';
import { emptyAnswer } from './empty-answer.js';
import { bookingSchema } from './schema.js';

export { isNullOnlyOnError } from './nullable-roots.js';
export type { RequestContext };

/** A variable of an operation and whether a request may leave it out. */
export interface OperationVariable {
  type: GraphQLInputType;
  hasDefault: boolean;
}

/** One of our own operations: validated and compiled at the start, executed without any of that. */
export interface Operation {
  readonly name: string;
  readonly definition: OperationDefinitionNode;
  /** What it selects from: queries or mutations. */
  readonly root: GraphQLObjectType;
  /** Those that it uses, by name. */
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly variables: ReadonlyMap<string, OperationVariable>;
  /** What stands for a root that has no object. */
  readonly empty: Record<string, unknown>;
  /** Checks what `execute` checks first, for an answer that is given without it. @throws DomainError FORBIDDEN */
  authorise(context: RequestContext): void;
  execute(context: RequestContext, variables: Record<string, unknown>): Promise<ExecutionResult>;
}

/** What an operation gave. @throws the first error: a result with errors is never a success */
export function dataOf({ data, errors = [] }: ExecutionResult): Record<string, unknown> {
  const [error] = errors;
  if (error) throw error;
  if (!data) throw new Error('an execution without data');
  return data;
}

/** The documents in `schema/operations`: what REST, the public API and webhooks answer. */
export function readOperationSources(folder = join(projectRoot, 'schema', 'operations')): string {
  const files = readdirSync(folder).filter((file) => file.endsWith('.graphql'));
  return files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
}

let operations: ReadonlyMap<string, Operation> | undefined;

/** Those of `schema/operations`. Read once a process: they are shared by all servers in it, and by its jobs. */
export function bookingOperations(): ReadonlyMap<string, Operation> {
  operations ??= compileOperations(bookingSchema(), readOperationSources());
  return operations;
}

/** Operations by name, each compiled when it is first executed. @throws Error when a document does not fit the schema */
export function compileOperations(schema: GraphQLSchema, source: string): ReadonlyMap<string, Operation> {
  const document = parse(source, { noLocation: true });
  const problems = validate(schema, document, specifiedRules);
  if (problems.length > 0) throw new Error(`schema/operations: ${problems.map(({ message }) => message).join('; ')}`);
  const documents = Object.entries(separateOperations(document));
  return new Map(documents.map(([name, ofOperation]) => [name, prepareOperation(schema, ofOperation, name)]));
}

function prepareOperation(schema: GraphQLSchema, shared: DocumentNode, name: string): Operation {
  const definition = shared.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  const root = definition && schema.getRootType(definition.operation);
  if (!root) throw new Error(`schema/operations: ${name} is no operation`);
  let compiled: CompiledQuery | undefined;
  const fragments = shared.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  return {
    name,
    definition,
    root,
    fragments: new Map(fragments.map((fragment) => [fragment.name.value, fragment])),
    variables: variablesOf(schema, definition),
    empty: emptyAnswer(shared),
    authorise: ({ actor }) => authoriseOperation(root, definition, actor),
    execute: async (context, variables) => {
      compiled ??= compile(schema, shared, name);
      return compiled.query(undefined, context, variables);
    },
  };
}

/** From a copy: compiling writes an operation's conditions into the fragments that it shares with others. */
function compile(schema: GraphQLSchema, shared: DocumentNode, name: string): CompiledQuery {
  const compiled = compileQuery(schema, structuredClone(shared), name, { customSerializers: serializers(schema) });
  if (!isCompiledQuery(compiled)) throw new Error(`schema/operations: ${name} does not compile`);
  return compiled;
}

function variablesOf(schema: GraphQLSchema, definition: OperationDefinitionNode): Map<string, OperationVariable> {
  const variables = new Map<string, OperationVariable>();
  for (const variable of definition.variableDefinitions ?? []) {
    const type = typeFromAST(schema, variable.type);
    if (!type || !isInputType(type)) continue;
    variables.set(variable.variable.name.value, { type, hasDefault: variable.defaultValue !== undefined });
  }
  return variables;
}

/** REST gives enumerations in lower case, as they are stored, where GraphQL gives their names; attributes in snake case. */
function serializers(schema: GraphQLSchema): Record<string, (value: unknown) => unknown> {
  const enums = Object.values(schema.getTypeMap()).filter(isEnumType);
  return {
    ...Object.fromEntries(enums.map(({ name }) => [name, (value: unknown) => value])),
    [AttributeName.name]: (value) => snakeCase(String(value)),
  };
}
