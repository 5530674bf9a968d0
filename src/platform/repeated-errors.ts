import type { Logger } from 'pino';

/** In milliseconds. */
const pause = 60_000;

/**
 * Logs the first error of a kind, and those of the next minute as one line with their number: when a database is away or
 * has too much to do, each request and each poll fails in the same way.
 */
export class RepeatedErrors {
  /** The numbers of errors that were not logged, by kind. */
  readonly #counts = new Map<string, number>();

  constructor(private readonly logger: Pick<Logger, 'error'>) {}

  /** @param message what failed. With the message of the error, it is the kind */
  log(err: unknown, message: string, fields: object = {}): void {
    const kind = `${message}: ${err instanceof Error ? err.message : err}`;
    const count = this.#counts.get(kind);
    if (count !== undefined) {
      this.#counts.set(kind, count + 1);
      return;
    }
    this.#counts.set(kind, 0);
    this.logger.error({ err, ...fields }, message);
    setTimeout(() => {
      const repeated = this.#counts.get(kind) ?? 0;
      this.#counts.delete(kind);
      if (repeated > 0) this.logger.error({ err, count: repeated }, `${message}, in the last minute`);
    }, pause).unref();
  }
}
