import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { isUnavailable } from '../platform/database/unavailable.js';
import { DomainError, graphqlCodes } from '../platform/errors.js';

/** Codes of errors in the document or the request, as in Apollo Server. */
const requestCodes = {
  parse: 'GRAPHQL_PARSE_FAILED',
  validation: 'GRAPHQL_VALIDATION_FAILED',
  operation: 'OPERATION_RESOLUTION_FAILURE',
  request: 'BAD_REQUEST',
} as const;

const systemCodes = { unavailable: 'SERVICE_UNAVAILABLE', other: 'INTERNAL_SERVER_ERROR' } as const;

const clientCodes: readonly string[] = [
  ...Object.values(graphqlCodes),
  ...Object.values(requestCodes),
  'PERSISTED_QUERY_NOT_SUPPORTED',
];
const shownCodes: ReadonlySet<unknown> = new Set(clientCodes);

/** All values of `extensions.code`. The guide to errors explains each. */
export const errorCodes: readonly string[] = [...clientCodes, ...Object.values(systemCodes)];

/** Creates an error of the request itself, which is 400 over HTTP. @param at the error of the library, for its location */
export function requestError(kind: keyof typeof requestCodes, message: string, at?: GraphQLError): GraphQLError {
  const { nodes, source, positions } = at ?? {};
  const extensions = { code: requestCodes[kind], http: { status: 400 } };
  return new GraphQLError(message, { nodes, source, positions, extensions });
}

/** Unwraps the error that a resolver threw. */
export function causeOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? causeOf(error.originalError) : error;
}

/** Unwraps a domain error. Returns undefined for any other error. */
export function domainErrorOf(error: unknown): DomainError | undefined {
  const cause = causeOf(error);
  return cause instanceof DomainError ? cause : undefined;
}

/** Whether an error is the fault of the server. Clients do not see its details; they are logged. */
export function isSystemError(error: unknown): boolean {
  if (domainErrorOf(error)) return false;
  return !(error instanceof GraphQLError && shownCodes.has(error.extensions['code']));
}

/** Formats an error for the client. @param formatted the format of the library */
export function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const { message, locations, path, extensions } = formatted;
  const where = { ...(locations && { locations }), ...(path && { path }) };
  if (isSystemError(error)) {
    const code = isUnavailable(causeOf(error)) ? systemCodes.unavailable : systemCodes.other;
    return { message: 'system error', ...where, extensions: { code } };
  }
  const domainError = domainErrorOf(error);
  if (!domainError) return { message, ...where, extensions: { code: extensions?.['code'] } };
  const { code, fields } = domainError;
  const hasFields = Object.keys(fields).length > 0;
  return {
    message: domainError.message,
    ...where,
    extensions: { code: graphqlCodes[code], ...(hasFields && { fields }) },
  };
}
