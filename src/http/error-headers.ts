import { isUnavailable } from '../platform/database/unavailable.js';
import { DomainError, MethodNotAllowedError, RateLimitError } from '../platform/errors.js';

/** Of a 503. In seconds: about the time in which a database restarts. */
export const unavailableHeaders = { 'Retry-After': '5' };

/** Both schemes that are accepted (RFC 9110, WWW-Authenticate). */
const challenge = 'Bearer realm="booking", Basic realm="booking", charset="UTF-8"';

/** The response headers that an error has beside its status and body, over REST and GraphQL. */
export function errorHeaders(error: unknown): Record<string, string> {
  if (error instanceof RateLimitError) return { 'Retry-After': String(error.seconds) };
  if (isUnavailable(error)) return unavailableHeaders;
  if (error instanceof DomainError && error.code === 'UNAUTHENTICATED') return { 'WWW-Authenticate': challenge };
  if (error instanceof MethodNotAllowedError) return { Allow: error.allowed.join(', ') };
  return {};
}
