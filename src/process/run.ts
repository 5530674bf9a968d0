import type { Logger } from 'pino';
import { createLogger } from '../observability/logger.js';
import { ConfigError, readConfig } from './config.js';
import type { RunningServer } from './server.js';

/** Longer than whatever is at hand may take, so that a stop that hangs is not one that never ends. */
const stopPatience = 30_000;
/** Ctrl-C reaches this process by the terminal and may reach it once more by npm. */
const sameSignal = 1_000;
const parentWatch = 500;
/** In milliseconds, after the start: the first requests do not wait for it. */
const releaseDelay = 1_000;

/**
 * Runs the server until SIGTERM or Ctrl-C; a second one, later, does not wait for what is at hand. A server that cannot
 * start ends the process with a message for the operator.
 */
export async function runServer(): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (isAbort(error)) return; // the stopper ends this process
    const message = error instanceof Error ? error.message : String(error);
    console.error(error instanceof ConfigError ? message : `Cannot start: ${message}`);
    process.exit(1);
  }
}

async function run(): Promise<void> {
  const config = readConfig();
  const logger = await createLogger(config.logLevel);
  for (const warning of config.warnings) logger.warn(warning);
  // Loaded last: it takes a second, in which a bad setting and Ctrl-C need not wait.
  const abort = new AbortController();
  const starting = import('./server.js').then(({ startServer }) => startServer(config, logger, abort.signal));
  const stop = stopper(starting, abort, logger);
  onSignals(() => stop(0));
  process.on('unhandledRejection', (err) => logger.error({ err }, 'a failure that nobody waited for'));
  process.on('uncaughtException', (err) => {
    logger.fatal({ err }, 'an unforeseen failure: this process ends');
    stop(1);
  });
  if (config.underNpm) whenOrphaned(() => stop(0));

  const server = await starting;
  for (const line of server.lines) console.log(line);
  setTimeout(releaseMemory, releaseDelay).unref();
}

/**
 * Returns the memory that loading took to the system: 60 MB of 205. V8 would keep it, as a reserve for new objects, and takes
 * it again under load. Pauses the process for 0.1 to 0.2 s, once. Needs the flag --expose-gc, which `npm start` gives.
 */
function releaseMemory(): void {
  void globalThis.gc?.({ type: 'major', flavor: 'last-resort' });
}

/** Ends this process with a status when the server has stopped, or was to start and did not. */
function stopper(starting: Promise<RunningServer>, abort: AbortController, logger: Logger): (status: number) => void {
  let isStopping = false;
  return (status) => {
    if (isStopping) return;
    isStopping = true;
    abort.abort();
    setTimeout(() => {
      logger.fatal('what was at hand did not end');
      process.exit(1);
    }, stopPatience);
    starting
      .then((server) => server.stop())
      .then(
        () => process.exit(status),
        (error) => process.exit(isAbort(error) ? status : 1),
      );
  };
}

function onSignals(stop: () => void): void {
  let first: number | undefined;
  const onSignal = (): void => {
    first ??= performance.now();
    if (performance.now() - first > sameSignal) process.exit(1);
    stop();
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal).on('SIGHUP', onSignal);
}

/** npm passes a signal on to its shell, which ends without a word to us. */
function whenOrphaned(stop: () => void): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, parentWatch);
}

/** The end of a wait for the database, as `stopper` asked for it. */
function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
