/**
 * What went wrong, in the terms of the API. Statuses and bodies are made from the code alone:
 * for REST in `gateway/problem.ts`, for GraphQL in `graphql/errors.ts`. Any other error is the server's own fault.
 */
export type ErrorCode =
  | 'INVALID'
  | 'UNAUTHENTICATED'
  | 'SUSPENDED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'PRECONDITION_FAILED'
  | 'RATE_LIMITED';

/** Messages by attribute, in camelCase; an attribute that is itself an object has a tree of its own. */
export interface FieldErrors {
  [attribute: string]: string[] | FieldErrors;
}

/** An error that may be shown to whoever sent the request. */
export class DomainError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly fields: FieldErrors = {},
  ) {
    super(message);
    this.name = 'DomainError';
  }
}

/** Input that breaks a rule: the attributes and what is wrong with each (spec, Errors). */
export function invalid(fields: FieldErrors): DomainError {
  return new DomainError('INVALID', 'The input is invalid', fields);
}

/** Something was tried too often: in so many seconds it may be tried again. */
export class RateLimitError extends DomainError {
  constructor(readonly seconds: number) {
    super('RATE_LIMITED', `Rate limit exceeded, retry in ${seconds} seconds`);
  }
}

/** The path exists, but not with the method of the request. */
export class MethodNotAllowedError extends DomainError {
  /** @param allowed the methods of the path; HEAD is added where there is GET */
  constructor(allowed: readonly string[]) {
    super('METHOD_NOT_ALLOWED', 'Method not allowed');
    this.allowed = allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  }

  readonly allowed: readonly string[];
}

export function notFound(): DomainError {
  return new DomainError('NOT_FOUND', 'Not found');
}
