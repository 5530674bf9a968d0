import { isUnavailable } from '../../platform/database/unavailable.js';
import { DomainError, detailsOf, type ErrorCode, type FieldErrors, notFound } from '../../platform/errors.js';
import { snakeCase } from '../../platform/text.js';

/** Status and body of an error response (spec, Errors; contract of each status). */
export interface Problem {
  status: number;
  body: FieldErrors | { error: { description: string }; [detail: string]: unknown } | { error: string };
}

const statuses = {
  INVALID: 400,
  UNAUTHENTICATED: 401,
  SUSPENDED: 402,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  PRECONDITION_FAILED: 412,
  UNSUPPORTED_MEDIA_TYPE: 415,
  MISDIRECTED: 421,
  RATE_LIMITED: 429,
} as const satisfies Record<ErrorCode, number>;

const isErrorCode = (name: string): name is ErrorCode => Object.hasOwn(statuses, name);

/** Returns the code of a response that refused a request. @throws Error if no domain error has the status */
export function codeOfStatus(status: number): ErrorCode {
  const code = Object.keys(statuses)
    .filter(isErrorCode)
    .find((name) => statuses[name] === status);
  if (code === undefined) throw new Error(`no error has the status ${status}`);
  return code;
}

/** Replaces the URIError that Express throws for a path that cannot be decoded by the error of an unknown path. */
export const withoutUriError = (error: unknown): unknown => (error instanceof URIError ? notFound() : error);

/**
 * Converts an error to a response: a domain error with its messages, 503 if the database was unavailable and nothing was
 * done, else a system error without details.
 */
export function problemOf(error: unknown, renamed: ReadonlyMap<string, string> = new Map()): Problem {
  if (isUnavailable(error)) return { status: 503, body: { error: 'system error' } };
  if (!(error instanceof DomainError)) return { status: 500, body: { error: 'system error' } };
  const status = statuses[error.code];
  if (error.code !== 'INVALID') {
    return { status, body: { error: { description: error.message }, ...detailsOf(error) } };
  }
  const hasFields = Object.keys(error.fields).length > 0;
  return { status, body: hasFields ? restErrors(error.fields, renamed) : { base: [error.message] } };
}

/** Renames errors to the names of the request: those in `renamed`, else snake case. */
function restErrors(errors: FieldErrors, renamed: ReadonlyMap<string, string>): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([attribute, value]) => [
      renamed.get(attribute) ?? snakeCase(attribute),
      Array.isArray(value) ? value : restErrors(value, renamed),
    ]),
  );
}
