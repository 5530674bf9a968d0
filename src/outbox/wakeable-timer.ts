/** Sleep that can be cut short. Rung while nobody sleeps, it ends the next sleep at once. */
export class Alarm {
  #rung = false;
  #rouse: (() => void) | undefined;

  ring(): void {
    this.#rung = true;
    this.#rouse?.();
  }

  /**
   * @param milliseconds at most so long; without it, until the alarm rings
   * @returns whether it rang
   */
  async sleep(milliseconds?: number): Promise<boolean> {
    if (!this.#rung) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = milliseconds === undefined ? undefined : setTimeout(resolve, milliseconds);
      this.#rouse = resolve;
      await promise;
      clearTimeout(timer);
      this.#rouse = undefined;
    }
    const rang = this.#rung;
    this.#rung = false;
    return rang;
  }
}
