import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  type ParseOptions,
  type ValidationRule,
} from 'graphql';
import { type ComplexityEstimator, fieldExtensionsEstimator, getComplexity } from 'graphql-query-complexity';
import type { RefusedItems } from '../domain/context.js';
import { DomainError } from '../platform/errors.js';
import { defaultPageLength } from '../platform/list-cost.js';
import { zoneOf } from '../platform/time/zone.js';
import { yieldIfLong } from '../platform/yielding.js';
import { isolateItemsWithVariables } from './bulk-items.js';
import { DocumentSize } from './document-size.js';
import { requestError } from './errors.js';
import { IntrospectionCost } from './introspection-cost.js';
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
  /** A fourth query of GraphiQL would exceed the cost. */
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

function costOf(
  schema: GraphQLSchema,
  query: DocumentNode,
  { name }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): number {
  const introspection = new IntrospectionCost(schema, query, { variables, most: limits.cost + 1 });
  const introspectionCost: ComplexityEstimator = ({ field, node, args }) =>
    field.name === '__schema' || field.name === '__type' ? introspection.of(node, args) : undefined;
  const estimators = [checkArguments, introspectionCost, fieldExtensionsEstimator(), fieldCost];
  return getComplexity({ schema, query, variables, estimators, ...(name && { operationName: name.value }) });
}
