import { setImmediate as nextTurn } from 'node:timers/promises';

/** In milliseconds. */
const maxTurn = 10;

/** Divides long work into turns of the event loop by the time it takes, for items of very different sizes. */
export class Turns {
  #begun = performance.now();

  /** @param signal stops the work at the end of a turn */
  constructor(private readonly signal?: AbortSignal) {}

  /** Takes 50 ns, so it can be called for every item. */
  isOver(): boolean {
    return performance.now() - this.#begun >= maxTurn;
  }

  /** Lets other work run. @throws the signal's reason if it is aborted */
  async next(): Promise<void> {
    this.signal?.throwIfAborted();
    await nextTurn();
    this.#begun = performance.now();
  }

  /** Runs work that yields after each of its items. @throws the signal's reason if it is aborted */
  async run(work: Iterable<void>): Promise<void> {
    for (const _ of work) {
      if (this.isOver()) await this.next();
    }
  }
}
