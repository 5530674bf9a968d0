/** Runs at most `permits` tasks at a time. The others wait, first come, first served. */
export class Semaphore {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(permits: number) {
    this.#free = permits;
  }

  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
