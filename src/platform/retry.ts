import { setTimeout as sleep } from 'node:timers/promises';

/** In milliseconds. */
const minDelay = 250;
const maxDelay = 10_000;

/** Returns the milliseconds before the next attempt: doubles up to 10 s, less up to half, so that processes spread out. */
export function retryDelay(attempts: number, random: number): number {
  return Math.min(maxDelay, minDelay * 2 ** (attempts - 1)) * (1 - random / 2);
}

export interface RetryOptions {
  /** Returns false to give up; `retry` then throws the error. */
  shouldRetry(error: unknown): boolean;
  /** Called before each delay. An error thrown here ends the retries. */
  onRetry(error: unknown): unknown;
  /** Ends the retries. */
  signal: AbortSignal;
}

/**
 * Calls `attempt` until it succeeds, with growing delays.
 *
 * @throws the error of the last attempt, or AbortError
 */
export async function retry<Result>(attempt: () => Promise<Result>, options: RetryOptions): Promise<Result> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!options.shouldRetry(error)) throw error;
      await options.onRetry(error);
      await sleep(retryDelay(attempts, Math.random()), undefined, { signal: options.signal });
    }
  }
}
