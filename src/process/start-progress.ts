import type { Logger } from 'pino';
import type { MigrationProgress } from '../platform/database/migration-state.js';

/** In milliseconds. A step that takes longer is logged, and logged again after each such time. */
const logInterval = 10_000;
const firstLogAfter = 1_000;

/** The current step of the start of this process, for `/readyz` and the log. */
export class StartProgress {
  #step = 'the process starts';
  #startedAt = performance.now();
  #timer: NodeJS.Timeout | undefined;
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Describes the current step and its duration. */
  describe = (): string => `${this.#step} (${this.#seconds()} s)`;

  /** Begins a step of which nothing is logged here. */
  begin(step: string): void {
    if (step === this.#step) return;
    this.#end();
    this.#step = step;
    this.#startedAt = performance.now();
  }

  /** Begins a migration or, without `progress`, the wait for another process that migrates. */
  migrate = (progress: MigrationProgress | undefined): void => {
    if (!progress) {
      this.#beginLogged('the process waits for another one that migrates the database');
      return;
    }
    const { name, number, count } = progress;
    if (number === 1) this.#logger.info({ migrations: count }, 'migrating the database');
    this.#beginLogged(`migration ${name} runs: ${number} of ${count}`, { migration: name, number, of: count });
  };

  /** Begins a wait, or goes on with it. */
  wait = (description: string): void => {
    if (description !== this.#step) this.#beginLogged(description);
  };

  #beginLogged(step: string, fields: object = {}): void {
    this.begin(step);
    const log = (): void => {
      this.#logger.info({ ...fields, seconds: this.#seconds() }, this.#step);
      this.#timer = setTimeout(log, logInterval).unref();
    };
    this.#timer = setTimeout(log, firstLogAfter).unref();
  }

  /** Ends the last step. Nothing is logged any more. */
  stop(): void {
    this.#end();
  }

  #end(): void {
    clearTimeout(this.#timer);
  }

  #seconds(): number {
    return Math.round((performance.now() - this.#startedAt) / 1_000);
  }
}
