/** The longest pause before a retry, unless the server names a longer one, in milliseconds. */
const longestPause = 8_000;

/** Statuses that mean that nothing was done: also a request without an idempotency key may be repeated. */
const refusedForNow = new Set([421, 425, 429]);

const passing = new Set([408, 500, 502, 503, 504]);

/** Whether a request that was answered with a status may succeed if it is repeated. */
export function isPassing(status: number, canRepeat: boolean): boolean {
  return refusedForNow.has(status) || (canRepeat && passing.has(status));
}

/**
 * Returns the pause before a retry in milliseconds: a random part of a limit that doubles with each attempt, so that
 * clients that failed together do not return together, and never less than the server asks for.
 *
 * @param attempt the number of attempts that have failed, from 1
 * @param retryAfter seconds that the server asks to wait
 */
export function pauseBefore(attempt: number, first: number, retryAfter: number | undefined): number {
  const limit = Math.min(first * 2 ** (attempt - 1), longestPause);
  const pause = limit / 2 + (Math.random() * limit) / 2;
  return retryAfter === undefined ? pause : Math.max(retryAfter * 1000, 0) + pause;
}

/**
 * Returns the seconds of a `Retry-After`, which has seconds or a date. A date is compared with the `Date` of the same
 * answer, because the clock of this machine may be wrong. Undefined if there is none that can be read.
 */
export function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (value === undefined || value === '') return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const now = Date.parse(headers.get('date') ?? '');
  const seconds = (Date.parse(value) - (Number.isNaN(now) ? Date.now() : now)) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(seconds, 0);
}
