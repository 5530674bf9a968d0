export interface WriterOptions {
  /** Called if a write fails. */
  onError(error: unknown): void;
  /** Calls a function again and again, until the function that it returns is called. By default, at an interval. */
  repeat?(work: () => void): () => void;
}

/**
 * Collects what the requests of this process note, and writes it now and then, so that no request waits for a statement.
 * A process that is killed loses what it has not written.
 */
export abstract class PeriodicWriter {
  #writing: Promise<void> = Promise.resolve();
  readonly #end: () => void;

  /** @param interval milliseconds between two writes */
  constructor(
    interval: number,
    private readonly options: WriterOptions,
  ) {
    const { repeat = (work) => everyInterval(interval, work) } = options;
    this.#end = repeat(() => void this.write());
  }

  /** Writes what has been collected. If it rejects, what it has not kept for the next call is lost. */
  protected abstract writeCollected(): Promise<void>;

  /** Writes what is not written yet, after a write that is running. Does not reject. */
  write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.writeCollected().catch(this.options.onError));
    return this.#writing;
  }

  /** Ends the repetition and writes what is left. */
  async stop(): Promise<void> {
    this.#end();
    await this.write();
  }
}

function everyInterval(interval: number, work: () => void): () => void {
  const timer = setInterval(work, interval).unref();
  return () => clearInterval(timer);
}
