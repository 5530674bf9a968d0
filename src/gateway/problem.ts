import { DomainError, type ErrorCode, type FieldErrors, RateLimitError } from '../errors.js';
import { restErrors } from './names.js';

/** A status and body that say what went wrong (spec, Errors; contract of each status). */
export interface Problem {
  status: number;
  body: FieldErrors | { error: { description: string } } | { error: string };
}

const statuses = {
  INVALID: 400,
  UNAUTHENTICATED: 401,
  SUSPENDED: 402,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  PRECONDITION_FAILED: 412,
  RATE_LIMITED: 429,
} as const satisfies Record<ErrorCode, number>;

/** When to come back, for who came too often (spec, Errors). */
export function problemHeaders(error: unknown): Record<string, string> {
  return error instanceof RateLimitError ? { 'Retry-After': String(error.seconds) } : {};
}

/** What REST answers to an error of the domain; anything else is a system error without detail. */
export function problemOf(error: unknown, renamed: ReadonlyMap<string, string> = new Map()): Problem {
  if (!(error instanceof DomainError)) return { status: 500, body: { error: 'system error' } };
  const status = statuses[error.code];
  if (error.code !== 'INVALID') return { status, body: { error: { description: error.message } } };
  const hasFields = Object.keys(error.fields).length > 0;
  return { status, body: hasFields ? restErrors(error.fields, renamed) : { base: [error.message] } };
}
