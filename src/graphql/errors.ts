import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { isUnavailable } from '../platform/database/unavailable.js';
import { DomainError, type ErrorCode } from '../platform/errors.js';

/** `extensions.code` of a domain error; what a client can mend is told by `extensions.fields`. */
const domainCodes = {
  INVALID: 'BAD_USER_INPUT',
  UNAUTHENTICATED: 'UNAUTHENTICATED',
  SUSPENDED: 'ACCOUNT_SUSPENDED',
  FORBIDDEN: 'FORBIDDEN',
  NOT_FOUND: 'NOT_FOUND',
  METHOD_NOT_ALLOWED: 'METHOD_NOT_ALLOWED',
  PRECONDITION_FAILED: 'PRECONDITION_FAILED',
  RATE_LIMITED: 'RATE_LIMITED',
} as const satisfies Record<ErrorCode, string>;

/** Codes of errors of the document or the request itself, as Apollo Server has them. */
const requestCodes = {
  parse: 'GRAPHQL_PARSE_FAILED',
  validation: 'GRAPHQL_VALIDATION_FAILED',
  operation: 'OPERATION_RESOLUTION_FAILURE',
  request: 'BAD_REQUEST',
} as const;

const shownCodes: ReadonlySet<unknown> = new Set<unknown>([
  ...Object.values(domainCodes),
  ...Object.values(requestCodes),
  'PERSISTED_QUERY_NOT_SUPPORTED',
]);

/** An error of a request that no one could be answered, over HTTP a 400; `at` is the library's, which says where. */
export function requestError(kind: keyof typeof requestCodes, message: string, at?: GraphQLError): GraphQLError {
  const { nodes, source, positions } = at ?? {};
  const extensions = { code: requestCodes[kind], http: { status: 400 } };
  return new GraphQLError(message, { nodes, source, positions, extensions });
}

/** The error that an execution met, without the GraphQL error around it. */
export function causeOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? causeOf(error.originalError) : error;
}

/** The domain error behind an error of an execution, if it is one. */
export function domainErrorOf(error: unknown): DomainError | undefined {
  const cause = causeOf(error);
  return cause instanceof DomainError ? cause : undefined;
}

/** Whether nobody but us can mend it: clients are not told of it, the operator is. */
export function isSystemError(error: unknown): boolean {
  if (domainErrorOf(error)) return false;
  return !(error instanceof GraphQLError && shownCodes.has(error.extensions['code']));
}

/** What a client sees of `error`, which the library would show as `formatted`. */
export function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const { message, locations, path, extensions } = formatted;
  const where = { ...(locations && { locations }), ...(path && { path }) };
  if (isSystemError(error)) {
    const code = isUnavailable(causeOf(error)) ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_SERVER_ERROR';
    return { message: 'system error', ...where, extensions: { code } };
  }
  const domainError = domainErrorOf(error);
  if (!domainError) return { message, ...where, extensions: { code: extensions?.['code'] } };
  const { code, fields } = domainError;
  const hasFields = Object.keys(fields).length > 0;
  return {
    message: domainError.message,
    ...where,
    extensions: { code: domainCodes[code], ...(hasFields && { fields }) },
  };
}
