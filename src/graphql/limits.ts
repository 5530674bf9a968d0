import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  getOperationAST,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type ParseOptions,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeInfo,
  TypeMetaFieldDef,
  ValidationContext,
  type ValidationRule,
} from 'graphql';
import { type ComplexityEstimator, createComplexityRule, fieldExtensionsEstimator } from 'graphql-query-complexity';
import type { RefusedItems } from '../domain/context.js';
import { DomainError } from '../platform/errors.js';
import { defaultPageLength } from '../platform/list-cost.js';
import { zoneOf } from '../platform/time/zone.js';
import { yieldIfLong } from '../platform/yielding.js';
import { isolateItemsWithVariables } from './bulk-items.js';
import { DocumentSize } from './document-size.js';
import { requestError } from './errors.js';
import { checkVariables } from './variables.js';
import { readArguments } from './wrapped-fields.js';

const utc = zoneOf('UTC');

/** Limits of documents from clients. Our own, in `schema/operations`, have none. */
const limits = {
  depth: 12,
  aliases: 30,
  directives: 20,
  tokens: 5000,
  comments: 5000,
  repetitions: 100,
  /** A second one of the whole schema would exceed the cost. */
  introspections: 3,
  cost: 100_000,
};

export const parseOptions: ParseOptions = { maxTokens: limits.tokens, maxComments: limits.comments };

/** The error of each document that `boundDocument` made. */
const refused = new WeakMap<DocumentNode, GraphQLError>();

/**
 * Returns the document that is to be validated: the given one, or, if it exceeds a limit, one without definitions, which
 * `limitRules` refuse. No rule can stop the others: comparing 350 fields of one name with each other takes 120 ms,
 * validating and counting 28 introspections 190 ms.
 */
export function boundDocument(document: DocumentNode): DocumentNode {
  const problem = new DocumentSize(document).problem(limits);
  if (problem === undefined) return document;
  const empty: DocumentNode = { kind: Kind.DOCUMENT, definitions: [] };
  refused.set(empty, new GraphQLError(problem));
  return empty;
}

/** Reports the error of a document that `boundDocument` made. */
const boundDocumentRule: ValidationRule = (context) => ({
  Document: (document) => {
    const error = refused.get(document);
    if (error) context.reportError(error);
  },
});

/** Rules that need only the document. */
export const limitRules: ValidationRule[] = [boundDocumentRule];

/**
 * The cost of a field that declares none: 1 plus the cost of its selection, times the page length if it is paginated.
 * `perPage: null` requests a whole list. Only the server's own operations, which are not checked here, may do so.
 */
const fieldCost: ComplexityEstimator = ({ field, args, childComplexity }) => {
  if (!field.args.some(({ name }) => name === 'first')) return 1 + childComplexity;
  if (args['perPage'] === null) throw new GraphQLError('`perPage` is required: it must be between 1 and 750.');
  const length: unknown = args['first'] ?? args['perPage'] ?? defaultPageLength;
  return 1 + childComplexity * Math.max(1, Number(length));
};

/** Adds no cost. Refuses arguments that are too large before anything is executed. */
const checkArguments: ComplexityEstimator = ({ field, args }) => {
  readArguments(field, args, utc);
};

/** A checked request for an operation, as it is executed: the document and the variables have no refused items. */
export interface CheckedOperation {
  document: DocumentNode;
  variables: Readonly<Record<string, unknown>>;
  /** The errors of items of bulk mutations in variables. */
  refusedVariables: ReadonlyMap<string, RefusedItems>;
}

/**
 * Checks an operation for HTTP and WebSocket. Returns what is to be executed, or the error if its variables are invalid or
 * its cost is too high.
 */
export async function checkOperation(
  schema: GraphQLSchema,
  given: DocumentNode,
  givenOperation: OperationDefinitionNode,
  givenVariables: Readonly<Record<string, unknown>>,
): Promise<CheckedOperation | GraphQLError> {
  await yieldIfLong(givenVariables);
  const { document, bulkVariables } = isolateItemsWithVariables(schema, given, givenOperation, givenVariables);
  const operation = getOperationAST(document, givenOperation.name?.value) ?? givenOperation;
  const { variables, refused, problem } = checkVariables(schema, operation, givenVariables, bulkVariables);
  if (problem) return inputError(problem);
  await yieldIfLong(variables);
  try {
    const cost = costOf(schema, document, operation, variables);
    if (cost <= limits.cost) return { document, variables, refusedVariables: refused };
    return requestError('request', `Cost limit of ${limits.cost} exceeded, found ${cost}.`);
  } catch (error) {
    if (error instanceof DomainError) return inputError(error);
    // Too many fields to count, or null for a non-null argument.
    if (error instanceof GraphQLError) return requestError('request', error.message, error);
    throw error;
  }
}

function inputError(error: DomainError): GraphQLError {
  return new GraphQLError(error.message, { originalError: error, extensions: { http: { status: 400 } } });
}

/**
 * Counts the cost of an operation. `getComplexity` of the library visits every node of the document to find its operations:
 * that took half of the time.
 */
function costOf(
  schema: GraphQLSchema,
  query: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): number {
  const introspection = new IntrospectionCost(schema, query, { variables, most: limits.cost + 1 });
  const introspectionCost: ComplexityEstimator = ({ field, node, args }) =>
    field.name === '__schema' || field.name === '__type' ? introspection.of(node, args) : undefined;
  const estimators = [checkArguments, introspectionCost, fieldExtensionsEstimator(), fieldCost];
  const errors: GraphQLError[] = [];
  const context = new ValidationContext(schema, query, new TypeInfo(schema), (error) => errors.push(error));
  const counted = createComplexityRule({ maximumComplexity: Number.POSITIVE_INFINITY, variables, estimators })(context);
  counted.onOperationDefinitionEnter(operation);
  if (errors.length > 0) throw errors.at(-1);
  return counted.complexity;
}

/**
 * Counts the fields that introspection resolves, exactly, by walking the schema as an execution would. Estimates by the
 * usual length of a list are of no use: a type has from 0 to 200 fields. The query of GraphiQL and code generators resolves
 * 50,000 fields, for which counting takes 15 ms.
 */
export class IntrospectionCost {
  readonly #schema: GraphQLSchema;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #variables: Readonly<Record<string, unknown>>;
  readonly #most: number;
  #left: number;

  /** @param most counting ends soon after that number, for all fields together */
  constructor(
    schema: GraphQLSchema,
    document: DocumentNode,
    { variables, most }: { variables: Readonly<Record<string, unknown>>; most: number },
  ) {
    const fragments = document.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
    this.#schema = schema;
    this.#fragments = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
    this.#variables = variables;
    this.#most = most;
    this.#left = most;
  }

  /** Returns the cost of `__schema` or `__type` with these arguments: `most` if there is none left. */
  of(field: FieldNode, { name }: Readonly<Record<string, unknown>>): number {
    const definition = [SchemaMetaFieldDef, TypeMetaFieldDef].find(({ name }) => name === field.name.value);
    const type = definition && getNamedType(definition.type);
    if (!definition || !isObjectType(type)) return 0;
    const source = definition === SchemaMetaFieldDef ? this.#schema : this.#schema.getType(String(name));
    const cost = 1 + (source && field.selectionSet ? this.#ofSelections(field.selectionSet, type, source) : 0);
    return this.#left > 0 ? cost : this.#most;
  }

  #ofSelections({ selections }: SelectionSetNode, type: GraphQLObjectType, source: unknown): number {
    let cost = 0;
    for (const selection of selections) {
      if (this.#left <= 0) return cost;
      if (selection.kind === Kind.FIELD) {
        this.#left -= 1;
        cost += 1 + this.#ofField(selection, type, source);
      } else {
        const fragment =
          selection.kind === Kind.INLINE_FRAGMENT ? selection : this.#fragments.get(selection.name.value);
        // A spread costs, too: fragments can multiply each other without a field.
        this.#left -= 1;
        if (fragment) cost += this.#ofSelections(fragment.selectionSet, type, source);
      }
    }
    return cost;
  }

  #ofField(field: FieldNode, parent: GraphQLObjectType, source: unknown): number {
    const { selectionSet } = field;
    const definition = parent.getFields()[field.name.value];
    const type = definition && getNamedType(definition.type);
    if (!selectionSet || !definition?.resolve || !isObjectType(type)) return 0;
    const args = getArgumentValues(definition, field, this.#variables);
    // The fields of introspection read nothing else of the execution.
    const info = { schema: this.#schema } as GraphQLResolveInfo;
    const value: unknown = definition.resolve(source, args, undefined, info) ?? [];
    const items: readonly unknown[] = Array.isArray(value) ? value : [value];
    return items.reduce<number>((cost, item) => cost + this.#ofSelections(selectionSet, type, item), 0);
  }
}
