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
