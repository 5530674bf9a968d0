import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLArgument,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isInputType,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionNode,
  separateOperations,
  specifiedRules,
  typeFromAST,
  validate,
  valueFromAST,
  visit,
} from 'graphql';
import type { RequestContext } from '../domain/context.js';
import type { LockKind } from '../domain/entities.js';
import { preparationOf } from '../domain/prepared-mutation.js';
import type { ShownChange } from '../domain/web-hook/web-hook-delivery.rules.js';
import type { DomainError } from '../platform/errors.js';
import { projectRoot } from '../platform/project-root.js';
import { type ReplicaUse, replicaUseOf } from '../platform/replica-use.js';
import { conditionVariable, fieldsOfSelections, isIncluded, responseKey } from '../platform/selections.js';
import { inSpan } from '../platform/tracing/tracer.js';
import { authoriseOperation } from './authorisation.js';
import { type Json, output } from './compiled/json-output.js';
import type { Execution } from './compiled/object-writer.js';
import { type CompiledField, compileFields } from './compiled/writers.js';
import { domainErrorOf } from './errors.js';
import { operationSpan } from './operation-report.js';
import { bookingSchema } from './schema.js';
import { keysAt, selectKeys } from './selected-fields.js';
import { noteRefusedInput } from './wrapped-fields.js';

export { lockBookingsOfVisit } from '../domain/booking/visits/visit.queries.js';
export { lockSeries } from '../domain/recurrence/series.actions.js';
export { isShownWhenSet, showsOnlyChanged } from './changed-fields.js';
export { isNullOnlyOnError } from './wrapped-fields.js';
export type { LockKind, RequestContext };

/** A variable of an operation. */
interface OperationVariable {
  type: GraphQLInputType;
  /** Undefined if it has none. */
  defaultValue: unknown;
  /** The argument of the root field that it is. Undefined for one that only selects fields. */
  argument: GraphQLArgument | undefined;
}

/**
 * The attributes of the account on which the selections of operations depend: variables of `@include` that no request sets,
 * so that an account has only the fields that concern it.
 */
export const accountConditions = ['hasNeeds'] as const satisfies (keyof RequestContext['account'])[];

/** One of the server's own operations. Compiled at its first execution. */
export interface Operation {
  readonly name: string;
  readonly definition: OperationDefinitionNode;
  /** The root type: Query or Mutation. */
  readonly root: GraphQLObjectType;
  /** The fragments that it uses, by name. */
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly variables: ReadonlyMap<string, OperationVariable>;
  /** The response, by root field, for a root that is null. */
  readonly empty: Record<string, unknown>;
  /** When it is read from a replica; undefined for never. */
  readonly replicaUse: ReplicaUse | undefined;
  /** Lists the keys of the object at a path of keys in the response. */
  keysAt(path: readonly string[]): string[];
  /** Returns the operation that selects, of the object at a path of keys, only some keys. It is compiled anew. */
  select(path: readonly string[], keys: ReadonlySet<string>): Operation;
  /** Checks the permission as `execute` does, for a stored response. @throws DomainError FORBIDDEN */
  authorise(context: RequestContext): void;
  /** Does what must be done before the transaction in which it is executed; undefined if that is nothing. */
  readonly prepare:
    | ((context: RequestContext, variables: Readonly<Record<string, unknown>>) => Promise<void>)
    | undefined;
  /** Notes that values of a request were refused, so that it is not executed. */
  noteRefusal(context: RequestContext, values: Readonly<Record<string, unknown>>, refusal: DomainError): void;
  /**
   * Executes the operation and returns the fields of its root, each as JSON.
   *
   * @param variables as resolvers get them: they are not checked
   * @throws the error of a resolver: a response is never partial
   */
  execute(context: RequestContext, variables: Readonly<Record<string, unknown>>): Promise<JsonFields>;
  /** Executes the operation and returns the fields of one root object. @throws Error if the object is null */
  executeField(
    field: string,
    context: RequestContext,
    variables: Readonly<Record<string, unknown>>,
  ): Promise<JsonFields>;
}

/** Reads the documents in `schema/operations`, which define the responses of REST and the payloads of webhooks. */
export function readOperationSources(folder = join(projectRoot, 'schema', 'operations')): string {
  const files = readdirSync(folder).filter((file) => file.endsWith('.graphql'));
  return files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
}

let operations: ReadonlyMap<string, Operation> | undefined;

/**
 * The operations of `schema/operations`, read once per process. Not validated: that would take 8 % of each start. A test
 * validates them, and so does the command that emits the schema.
 */
export function bookingOperations(): ReadonlyMap<string, Operation> {
  operations ??= prepareOperations(bookingSchema(), parseSource(readOperationSources()));
  return operations;
}

/** Validates operations and returns them by name. @throws Error if a document does not fit the schema */
export function compileOperations(schema: GraphQLSchema, source: string): ReadonlyMap<string, Operation> {
  const document = parseSource(source);
  const problems = validate(schema, document, specifiedRules);
  if (problems.length > 0) throw new Error(`schema/operations: ${problems.map(({ message }) => message).join('; ')}`);
  return prepareOperations(schema, document);
}

const parseSource = (source: string): DocumentNode => parse(source, { noLocation: true });

function prepareOperations(schema: GraphQLSchema, document: DocumentNode): ReadonlyMap<string, Operation> {
  const documents = Object.entries(separateOperations(document));
  return new Map(documents.map(([name, ofOperation]) => [name, prepareOperation(schema, ofOperation, name)]));
}

function prepareOperation(schema: GraphQLSchema, shared: DocumentNode, name: string): Operation {
  const definition = shared.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  const root = definition && schema.getRootType(definition.operation);
  if (!root) throw new Error(`schema/operations: ${name} is not an operation`);
  const variables = variablesOf(schema, definition, root);
  const defaults = [...variables].filter(([, { defaultValue }]) => defaultValue !== undefined);
  const compiled = new CompiledOperation(
    schema,
    shared,
    definition,
    root,
    Object.fromEntries(defaults.map(([variable, { defaultValue }]) => [variable, defaultValue])),
  );
  const fragments = new Map(
    shared.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  );
  const describe = () => operationSpan(definition.operation, name);
  return {
    name,
    definition,
    root,
    fragments,
    variables,
    empty: emptyResponse(shared),
    replicaUse: replicaUseOf(schema, shared, definition),
    keysAt: (path) => keysAt(definition.selectionSet.selections, fragments, path),
    select: (path, keys) => prepareOperation(schema, selectKeys(shared, fragments, path, keys), name),
    prepare: preparationOfRoot(root, definition),
    authorise: ({ actor }) => authoriseOperation(root, definition, actor),
    noteRefusal: (context, values, refusal) => noteRefusedInput(root, definition, context, values, refusal),
    execute: (context, variables) => inSpan(describe, () => compiled.execute(context, variables)),
    executeField: (field, context, variables) => inSpan(describe, () => compiled.execute(context, variables, field)),
  };
}

function preparationOfRoot(root: GraphQLObjectType, { selectionSet }: OperationDefinitionNode): Operation['prepare'] {
  const fields = selectionSet.selections.flatMap((node) =>
    node.kind === Kind.FIELD ? (root.getFields()[node.name.value] ?? []) : [],
  );
  const [preparation] = fields.flatMap((field) => preparationOf(field) ?? []);
  return preparation;
}

/** In the order of the arguments that they are. Those that only select fields are the last. */
function variablesOf(
  schema: GraphQLSchema,
  { variableDefinitions = [], selectionSet }: OperationDefinitionNode,
  root: GraphQLObjectType,
): Map<string, OperationVariable> {
  const argumentsOf = new Map<string, GraphQLArgument>();
  for (const { name, arguments: given = [] } of selectionSet.selections.filter((node) => node.kind === Kind.FIELD)) {
    for (const argument of root.getFields()[name.value]?.args ?? []) {
      const value = given.find((node) => node.name.value === argument.name)?.value;
      if (value?.kind === Kind.VARIABLE) argumentsOf.set(value.name.value, argument);
    }
  }
  const variables = new Map<string, OperationVariable>();
  const nodes = new Map(variableDefinitions.map((node) => [node.variable.name.value, node]));
  for (const name of new Set([...argumentsOf.keys(), ...nodes.keys()])) {
    const node = nodes.get(name);
    const type = node && typeFromAST(schema, node.type);
    if (!isInputType(type)) continue;
    const defaultValue: unknown = valueFromAST(node?.defaultValue, type);
    variables.set(name, { type, defaultValue, argument: argumentsOf.get(name) });
  }
  return variables;
}

/** Returns the response for roots that are null: objects whose selected attributes are all null. */
function emptyResponse({ definitions }: DocumentNode): Record<string, unknown> {
  const fragment = (name: string): FragmentDefinitionNode | undefined =>
    definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION).find((node) => node.name.value === name);
  const operation = definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  const roots = fieldsOfSelections(operation?.selectionSet.selections ?? [], { fragment });
  return Object.fromEntries(
    roots.map((root) => {
      const { selectionSet } = root;
      const fields = selectionSet && fieldsOfSelections(selectionSet.selections, { fragment });
      return [responseKey(root), fields ? Object.fromEntries(fields.map((field) => [responseKey(field), null])) : null];
    }),
  );
}

/**
 * Returns a function that reads a change by its cursor, in the same form as REST. It resolves to undefined if the change
 * log no longer has the change.
 */
export function changeReader(): (context: RequestContext, cursor: string) => Promise<ShownChange | undefined> {
  const operation = bookingOperations().get('GetChange');
  if (!operation) throw new Error('no operation GetChange');
  return async (context, cursor) => {
    try {
      const { change = 'null' } = await operation.execute(context, { cursor });
      return JSON.parse(change);
    } catch (error) {
      if (domainErrorOf(error)?.code === 'NOT_FOUND') return undefined;
      throw error;
    }
  };
}

/** The fields of an object, each as JSON. */
export type JsonFields = Readonly<Record<string, string>>;

/**
 * An operation compiled to functions that write its response as JSON text, without creating result objects. A page of 750
 * bookings takes 25 ms less CPU time than with graphql-jit and `JSON.stringify`, whose objects and resolver calls were two
 * thirds of the time.
 *
 * Executes valid documents as specified, except that the first error ends the execution, because a response of REST is
 * never partial.
 */
class CompiledOperation {
  readonly #schema: GraphQLSchema;
  readonly #document: DocumentNode;
  readonly #definition: OperationDefinitionNode;
  readonly #root: GraphQLObjectType;
  readonly #conditions: readonly string[];
  /** The values of variables that are not given. */
  readonly #defaults: Readonly<Record<string, unknown>>;
  /** Compiled at the first execution, for each set of conditions. */
  readonly #fields = new Map<string, readonly CompiledField[]>();

  constructor(
    schema: GraphQLSchema,
    document: DocumentNode,
    definition: OperationDefinitionNode,
    root: GraphQLObjectType,
    defaults: Readonly<Record<string, unknown>>,
  ) {
    this.#schema = schema;
    this.#document = document;
    this.#definition = definition;
    this.#root = root;
    this.#defaults = defaults;
    this.#conditions = conditionVariables(document);
  }

  /**
   * Executes the operation.
   *
   * @param values of the variables, as resolvers get them: they are not checked
   * @param path a root field whose fields are returned instead of those of the root
   * @throws the error of a resolver
   */
  async execute(
    context: RequestContext,
    values: Readonly<Record<string, unknown>>,
    path?: string,
  ): Promise<JsonFields> {
    const variables = { ...this.#defaults, ...values, ...this.#conditionsOf(context) };
    const execution = { context, variables };
    const fields = this.#compiled(variables);
    if (path === undefined) return this.#writeFields(fields, undefined, execution);
    const field = fields.find(({ key }) => key === path);
    if (!field) throw new Error(`the operation has no field ${path}`);
    const object = await field.resolve(undefined, execution);
    if (object === null || object === undefined) throw new GraphQLError(`${path} is null`);
    return this.#writeFields(field.fields, object, execution);
  }

  #conditionsOf({ account }: RequestContext): Readonly<Record<string, boolean>> {
    const names = accountConditions.filter((name) => this.#conditions.includes(name));
    return Object.fromEntries(names.map((name) => [name, account[name]]));
  }

  /** Executes the root fields of a mutation one after the other. */
  async #writeFields(
    fields: readonly CompiledField[],
    source: unknown,
    execution: Execution,
  ): Promise<Record<string, string>> {
    const isSerial = source === undefined && this.#definition.operation === 'mutation';
    const texts: Json[] = [];
    for (const field of fields) {
      const text = (async () => output.collect(() => field.write(source, execution)))();
      texts.push(isSerial ? await text : text);
    }
    const written = await Promise.all(texts);
    return Object.fromEntries(fields.map(({ key }, index) => [key, written[index] ?? 'null']));
  }

  #compiled(variables: Readonly<Record<string, unknown>>): readonly CompiledField[] {
    const values = new Map(this.#conditions.map((name) => [name, variables[name] === true]));
    const key = [...values.values()].join();
    const known = this.#fields.get(key);
    if (known) return known;
    const { definitions } = resolveConditions(this.#document, values);
    const operation = definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION) ?? this.#definition;
    const fragments = Object.fromEntries(
      definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
    );
    const compilation = { schema: this.#schema, operation, fragments };
    const fields = compileFields(compilation, this.#root, operation.selectionSet.selections);
    this.#fields.set(key, fields);
    return fields;
  }
}

/** Returns the variables that `@include` and `@skip` of a document use. */
function conditionVariables(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Directive: (directive) => {
      const name = conditionVariable(directive);
      if (name !== undefined) names.add(name);
    },
  });
  return [...names];
}

/** Applies `@include` and `@skip` for given values of the variables, and removes the directives. */
function resolveConditions(document: DocumentNode, values: ReadonlyMap<string, boolean>): DocumentNode {
  const isTrue = (variable: string): boolean => values.get(variable) === true;
  const resolve = (node: SelectionNode): SelectionNode | null => {
    if (!node.directives?.length) return node;
    return isIncluded(node, { isTrue }) ? { ...node, directives: [] } : null;
  };
  return visit(document, { Field: resolve, FragmentSpread: resolve, InlineFragment: resolve });
}
