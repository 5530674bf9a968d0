import type { RateLimitPolicy } from '../platform/errors.js';
import type { AccountQuota } from '../platform/fairness.js';
import type { RateLimit } from './rate-limit.js';

/**
 * Returns the header `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10), which names the limits of requests:
 * requests of an address in a window of `w` seconds, and requests of an account that one process executes at a time. While
 * other accounts use the process, too, it is a part of the latter, which a client only notices by waiting. The header is the
 * same for every answer, also for those of a process that starts.
 */
export function policyHeader(limit: RateLimit | 'off', { requests }: Pick<AccountQuota, 'requests'>): string {
  const ofAccount = `"account";q=${requests};qu="concurrent-requests"`;
  return limit === 'off' ? ofAccount : `"address";q=${limit.requests};w=${limit.seconds}, ${ofAccount}`;
}

/** Returns the header `RateLimit`, with what is left of one limit, and in how many seconds all of it is there again. */
export function remainingHeader(policy: RateLimitPolicy, requests: number, seconds: number): string {
  return `"${policy}";r=${requests};t=${seconds}`;
}
