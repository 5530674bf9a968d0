/**
 * Runs at most `permits` tasks at a time. The others wait, first come, first served.
 *
 * A task that takes longer than `longest` milliseconds is no longer counted, so that slow tasks delay each other by that
 * time at most.
 */
export class Semaphore {
  readonly #waiting: (() => void)[] = [];
  readonly #longest: number | undefined;
  #free: number;

  constructor(permits: number, { longest }: { longest?: number } = {}) {
    this.#free = permits;
    this.#longest = longest;
  }

  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    const release = this.#permit();
    const timer = this.#longest === undefined ? undefined : setTimeout(release, this.#longest);
    try {
      return await task();
    } finally {
      clearTimeout(timer);
      release();
    }
  }

  /** Returns a function that ends a task. Further calls have no effect. */
  #permit(): () => void {
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    };
  }
}
