import { setTimeout as pass } from 'node:timers/promises';
import { Alarm } from './wakeable-timer.js';

/** What a step found: more to do at once, something that must wait for another transaction, or nothing more to do. */
export type Progress = 'more' | 'held' | 'idle';

export interface Pace {
  /** Milliseconds until the next step when there is nothing to do; without it, only `wake` brings one. */
  idle?: number;
  /** The longest pause in milliseconds while something is held, and after a failure. */
  held: number;
  failed: number;
}

const shortestPause = 20;

/** Takes one step after the other until it is stopped, however many of them fail. */
export class Follower {
  readonly #alarm = new Alarm();
  readonly #stop = new AbortController();
  readonly #finished: Promise<void>;

  /** @param onError told of each step that fails; the next comes after a pause that doubles, whoever wakes meanwhile */
  constructor(step: () => Promise<Progress>, pace: Pace, onError: (error: unknown) => void) {
    this.#finished = this.#follow(step, pace, onError);
  }

  get stopping(): boolean {
    return this.#stop.signal.aborted;
  }

  /** There may be something to do. Said during a step, it brings another one. */
  wake(): void {
    this.#alarm.ring();
  }

  /** Resolves when the step in hand is done; there is no other. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.#alarm.ring();
    await this.#finished;
  }

  async #follow(step: () => Promise<Progress>, pace: Pace, onError: (error: unknown) => void): Promise<void> {
    let held = shortestPause;
    let failed = shortestPause;
    while (!this.stopping) {
      try {
        const progress = await step();
        failed = shortestPause;
        if (progress === 'held') {
          const isWoken = await this.#alarm.sleep(held);
          held = isWoken ? shortestPause : Math.min(held * 2, pace.held);
        } else {
          held = shortestPause;
          if (progress === 'idle') await this.#alarm.sleep(pace.idle);
        }
      } catch (error) {
        onError(error);
        await pass(failed, undefined, { signal: this.#stop.signal }).catch(() => {});
        failed = Math.min(failed * 2, pace.failed);
      }
    }
  }
}
