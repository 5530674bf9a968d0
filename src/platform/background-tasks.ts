/** Work that requests start and that their responses do not wait for. */
export class BackgroundTasks {
  readonly #running = new Set<Promise<void>>();

  /** @param onError called with the error of each task that failed; the task is not repeated */
  constructor(private readonly onError: (error: unknown) => void) {}

  /** Starts a task and returns at once. */
  start(task: () => Promise<void>): void {
    const running = task()
      .catch(this.onError)
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Waits for all running tasks. */
  async settle(): Promise<void> {
    await Promise.all(this.#running);
  }
}
