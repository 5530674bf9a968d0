import { RateLimitError } from '../errors.js';
import { isUnavailable } from './database/unavailable.js';

/** In seconds: about the time in which a database restarts. */
const unavailableRetryAfter = 5;

/** The response headers that an error has beside its status and body, over REST and GraphQL. */
export function errorHeaders(error: unknown): Record<string, string> {
  if (error instanceof RateLimitError) return { 'Retry-After': String(error.seconds) };
  if (isUnavailable(error)) return { 'Retry-After': String(unavailableRetryAfter) };
  return {};
}
