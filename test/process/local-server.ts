import { pino } from 'pino';
import { readConfig } from '../../src/process/config.js';
import { type RunningServer, startServer } from '../../src/process/server.js';

/**
 * The server of `startMain` inside this process, with these settings and no others. It saves the second of CPU time
 * that a process takes to load, where a test is not about signals, exit statuses or what is printed.
 */
export class LocalServer {
  readonly logs: string[] = [];
  /** Rejects if the server cannot start, or is stopped before it has started. */
  readonly started: Promise<RunningServer>;
  readonly #abort = new AbortController();

  constructor(settings: Record<string, string>) {
    const logger = pino({ level: 'info' }, { write: (line: string) => void this.logs.push(line) });
    const config = readConfig({ PORT: '0', RATE_LIMIT: 'off', DEMO: 'off', ...settings });
    this.started = startServer(config, logger, this.#abort.signal);
    this.started.catch(() => {}); // A test awaits it later, or stops the server.
  }

  /** As SIGTERM does it. */
  async stop(): Promise<void> {
    this.#abort.abort();
    await this.started.then(
      (server) => server.stop(),
      () => {},
    );
  }
}
