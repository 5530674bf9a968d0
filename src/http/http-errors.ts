import { isUnavailable } from '../platform/database/unavailable.js';
import { DomainError, MethodNotAllowedError, RateLimitError } from '../platform/errors.js';
import { remainingHeader } from './rate-limit-headers.js';

/** Headers of a 503. The seconds are about the time that a database takes to restart. */
export const unavailableHeaders = { 'Retry-After': '5' };

/** The accepted schemes (RFC 9110, WWW-Authenticate). */
const challenge = 'Bearer realm="booking", Basic realm="booking", charset="UTF-8"';

/** Returns the response headers of an error, for REST and GraphQL. */
export function errorHeaders(error: unknown): Record<string, string> {
  if (error instanceof RateLimitError) return { 'Retry-After': String(error.seconds), ...exceeded(error) };
  if (isUnavailable(error)) return unavailableHeaders;
  if (error instanceof DomainError && error.code === 'UNAUTHENTICATED') return { 'WWW-Authenticate': challenge };
  if (error instanceof MethodNotAllowedError) return { Allow: error.allowed.join(', ') };
  return {};
}

/** The limit that was exceeded, instead of what is left of another. */
function exceeded({ policy, seconds }: RateLimitError): Record<string, string> {
  return policy === undefined ? {} : { RateLimit: remainingHeader(policy, 0, seconds) };
}

/**
 * Creates a handler that refuses all methods except the allowed ones. Use it after the handlers of a path. It calls
 * `next` for a request with an allowed method: the handlers did not respond, because nothing exists at its path.
 */
export function refuseOtherMethods(...allowed: readonly string[]) {
  return ({ method }: { method: string }, _response: unknown, next: (error?: unknown) => void): void => {
    const isAllowed = allowed.includes(method === 'HEAD' ? 'GET' : method);
    next(isAllowed ? undefined : new MethodNotAllowedError(allowed));
  };
}
