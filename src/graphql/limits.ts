import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type ParseOptions,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';
import { type ComplexityEstimator, fieldExtensionsEstimator, getComplexity } from 'graphql-query-complexity';
import { DomainError } from '../platform/errors.js';
import { nextTurnIfLong } from '../platform/in-turns.js';
import { defaultPageLength } from '../platform/list-cost.js';
import { zoneOf } from '../platform/time/zone.js';
import { readArguments } from './arguments.js';
import { requestError } from './errors.js';
import { variableError } from './variables.js';

const utc = zoneOf('UTC');

/** Limits of documents from clients. Our own, in `schema/operations`, have none. */
const limits = { depth: 12, aliases: 30, directives: 20, tokens: 5000, cost: 100_000 };

export const parseOptions: ParseOptions = { maxTokens: limits.tokens };

const reported = {
  exposeLimits: true,
  propagateOnRejection: false,
  onReject: [(context: ValidationContext | null, error: GraphQLError) => context?.reportError(error)],
};

/** Rules that need only the document. */
export const limitRules: ValidationRule[] = [
  maxDepthRule({ ...reported, n: limits.depth, ignoreIntrospection: true, flattenFragments: true }),
  maxAliasesRule({ ...reported, n: limits.aliases }),
  maxDirectivesRule({ ...reported, n: limits.directives }),
];

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
  readArguments(new Map(field.args.map((argument) => [argument.name, argument])), args, utc);
};

const estimators = [checkArguments, fieldExtensionsEstimator(), fieldCost];

/**
 * Returns the error if an operation must not be executed: its variables are invalid or its cost is too high. Called for
 * HTTP and WebSocket.
 */
export async function operationError(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): Promise<GraphQLError | undefined> {
  await nextTurnIfLong(variables);
  const problem = variableError(schema, operation, variables);
  if (problem) return inputError(problem);
  await nextTurnIfLong(variables);
  try {
    const cost = costOf(schema, document, operation, variables);
    return cost > limits.cost
      ? requestError('request', `Cost limit of ${limits.cost} exceeded, found ${cost}.`)
      : undefined;
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
  return getComplexity({ schema, query, variables, estimators, ...(name && { operationName: name.value }) });
}
