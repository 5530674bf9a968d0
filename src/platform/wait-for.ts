import { setTimeout as pass } from 'node:timers/promises';

/** In milliseconds. */
const shortestPause = 250;
const longestPause = 10_000;

/** Milliseconds before another attempt: doubles up to 10 s, less up to a half, so that processes do not come at once. */
export function pauseAfter(attempts: number, random: number): number {
  return Math.min(longestPause, shortestPause * 2 ** (attempts - 1)) * (1 - random / 2);
}

export interface Waiting {
  /** Whether an error says that what is needed is away; any other error ends the wait. */
  isAway(error: unknown): boolean;
  /** Called before each pause. What it throws ends the wait. */
  onAway(error: unknown): unknown;
  /** Ends the wait. */
  signal: AbortSignal;
}

/** Calls `attempt` until it succeeds, with growing pauses. @throws its error, if it is not `isAway`; AbortError */
export async function waitFor<Result>(attempt: () => Promise<Result>, waiting: Waiting): Promise<Result> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!waiting.isAway(error)) throw error;
      await waiting.onAway(error);
      await pass(pauseAfter(attempts, Math.random()), undefined, { signal: waiting.signal });
    }
  }
}
