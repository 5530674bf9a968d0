import type { Logger } from 'pino';
import { RepeatedErrors } from '../repeated-errors.js';
import { levelOfFailure } from './unavailable.js';

/**
 * Logs failures of work that uses the database, one line each, except those of an unavailable database: they are one
 * error a minute with their number. The failure of work of a paused account is no error.
 */
export class FailureLog {
  readonly #repeated: RepeatedErrors;

  constructor(private readonly logger: Pick<Logger, 'info' | 'error'>) {
    this.#repeated = new RepeatedErrors(logger);
  }

  /** @param message what failed */
  log(err: unknown, message: string, fields: object = {}): void {
    const level = levelOfFailure(err);
    if (level === 'warn') this.#repeated.log(err, message, fields);
    else this.logger[level]({ err, ...fields }, message);
  }
}
