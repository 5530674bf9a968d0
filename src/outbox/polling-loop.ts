import { setTimeout as pass } from 'node:timers/promises';

/** A timer that `wake` ends early. A `wake` outside a sleep ends the next sleep at once. */
export class WakeableTimer {
  #isWoken = false;
  #endSleep: (() => void) | undefined;

  wake(): void {
    this.#isWoken = true;
    this.#endSleep?.();
  }

  /**
   * @param milliseconds the longest sleep; without it, until `wake` is called
   * @returns whether `wake` ended the sleep
   */
  async sleep(milliseconds?: number): Promise<boolean> {
    if (!this.#isWoken) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = milliseconds === undefined ? undefined : setTimeout(resolve, milliseconds);
      this.#endSleep = resolve;
      await promise;
      clearTimeout(timer);
      this.#endSleep = undefined;
    }
    const isWoken = this.#isWoken;
    this.#isWoken = false;
    return isWoken;
  }
}

/**
 * The result of a step. `more`: take the next step at once. `blocked`: the rest waits for a concurrent transaction.
 * `idle`: nothing is left to do.
 */
export type Progress = 'more' | 'blocked' | 'idle';

/** Pauses in milliseconds. */
export interface Pauses {
  /** Pause after `idle`. Without it, only `wake` starts the next step. */
  idle?: number;
  /** Upper bound of the pause after `blocked`, which starts at 20 ms and doubles until `wake` is called. */
  blocked: number;
  /** Upper bound of the pause after a failed step, which starts at 20 ms and doubles. */
  failed: number;
}

const minPause = 20;

/** Takes one step after the other until it is stopped. A step that fails does not stop it. */
export class PollingLoop {
  readonly #timer = new WakeableTimer();
  readonly #stop = new AbortController();
  readonly #finished: Promise<void>;

  /** @param onError called with the error of each failed step. `wake` does not shorten the pause after it */
  constructor(step: () => Promise<Progress>, pauses: Pauses, onError: (error: unknown) => void) {
    this.#finished = this.#run(step, pauses, onError);
  }

  get stopping(): boolean {
    return this.#stop.signal.aborted;
  }

  /** Starts the next step now. If a step is running, another one follows it. */
  wake(): void {
    this.#timer.wake();
  }

  /** Resolves when the running step has ended. No other step follows. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.#timer.wake();
    await this.#finished;
  }

  async #run(step: () => Promise<Progress>, pauses: Pauses, onError: (error: unknown) => void): Promise<void> {
    let blockedPause = minPause;
    let failedPause = minPause;
    while (!this.stopping) {
      try {
        const progress = await step();
        failedPause = minPause;
        if (progress === 'blocked') {
          const isWoken = await this.#timer.sleep(blockedPause);
          blockedPause = isWoken ? minPause : Math.min(blockedPause * 2, pauses.blocked);
        } else {
          blockedPause = minPause;
          if (progress === 'idle') await this.#timer.sleep(pauses.idle);
        }
      } catch (error) {
        onError(error);
        await pass(failedPause, undefined, { signal: this.#stop.signal }).catch(() => {});
        failedPause = Math.min(failedPause * 2, pauses.failed);
      }
    }
  }
}
