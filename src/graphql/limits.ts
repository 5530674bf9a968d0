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
import { type ComplexityEstimator, getComplexity } from 'graphql-query-complexity';
import { requestError } from './errors.js';
import { variableProblem } from './variables.js';

/** What a document of unknown origin may ask for. Our own, in `schema/operations`, are not bound. */
const limits = { depth: 12, aliases: 30, directives: 20, tokens: 5000, cost: 100_000 };

export const parseOptions: ParseOptions = { maxTokens: limits.tokens };

const reported = {
  exposeLimits: true,
  propagateOnRejection: false,
  onReject: [(context: ValidationContext | null, error: GraphQLError) => context?.reportError(error)],
};

/** Bounds that can be checked from the document alone. */
export const limitRules: ValidationRule[] = [
  maxDepthRule({ ...reported, n: limits.depth, ignoreIntrospection: true, flattenFragments: true }),
  maxAliasesRule({ ...reported, n: limits.aliases }),
  maxDirectivesRule({ ...reported, n: limits.directives }),
];

/** A field costs one, and what is below it as often as there may be of it: a list as many times as its page is long. */
const fieldCost: ComplexityEstimator = ({ args, childComplexity }) => {
  const perPage: unknown = args['perPage'];
  return 1 + childComplexity * (typeof perPage === 'number' ? Math.max(1, perPage) : 1);
};

/**
 * What keeps an operation of a valid document from being executed: variables that do not fit, or a cost that is too
 * high with them. Every way to send a document asks this.
 */
export function operationProblem(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): GraphQLError | undefined {
  const unfit = variableProblem(schema, operation, variables);
  if (unfit) return new GraphQLError(unfit.message, { originalError: unfit, extensions: { http: { status: 400 } } });
  try {
    const cost = costOf(schema, document, operation, variables);
    return cost > limits.cost
      ? requestError('request', `Cost limit of ${limits.cost} exceeded, found ${cost}.`)
      : undefined;
  } catch (error) {
    // More fields than are counted, or a null where an argument takes none.
    if (error instanceof GraphQLError) return requestError('request', error.message, error);
    throw error;
  }
}

function costOf(
  schema: GraphQLSchema,
  query: DocumentNode,
  { name }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): number {
  const estimators = [fieldCost];
  return getComplexity({ schema, query, variables, estimators, ...(name && { operationName: name.value }) });
}
