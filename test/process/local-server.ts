import { pino } from 'pino';
import { readConfig } from '../../src/process/config.js';
import { type RunningServer, startServer } from '../../src/process/server.js';

/**
 * A server like that of `startMain`, but inside this process, with only these settings. It saves the second of CPU time
 * that a process takes to load, for tests that need no signals, exit statuses or printed lines.
 */
export class LocalServer {
  readonly logs: string[] = [];
  /** Rejects if the server cannot start, or is stopped while it starts. */
  readonly started: Promise<RunningServer>;
  #lines: readonly string[] = [];
  readonly #abort = new AbortController();

  constructor(settings: Record<string, string>) {
    const logger = pino({ level: 'info' }, { write: (line: string) => void this.logs.push(line) });
    const config = readConfig({ PORT: '0', RATE_LIMIT: 'off', DEMO: 'off', ...settings });
    this.started = startServer(config, logger, this.#abort.signal);
    this.started.catch(() => {}); // A test awaits it later, or stops the server.
  }

  /** Waits until it has started. */
  async ready(): Promise<this> {
    this.#lines = (await this.started).lines;
    return this;
  }

  /** Returns the text after a name, such as `REST`, in the lines for the operator. */
  printedAs(name: string): string {
    const line = this.#lines.find((printed) => printed.startsWith(name));
    return line?.slice(name.length).trim() ?? '';
  }

  get origin(): string {
    return this.printedAs('REST').replace('/api/v1', '');
  }

  /** Stops the server as SIGTERM does. */
  async stop(): Promise<void> {
    this.#abort.abort();
    await this.started.then(
      (server) => server.stop(),
      () => {},
    );
  }
}
