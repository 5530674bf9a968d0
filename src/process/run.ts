import type { Logger } from 'pino';
import { createLogger } from '../observability/logger.js';
import { build, version } from '../platform/project-root.js';
import { tracerOfProcess } from '../platform/tracing/tracer.js';
import { bundleForNextStart } from './bundled.js';
import { ConfigError, readConfig } from './config.js';
import type { RunningServer } from './server.js';

/**
 * In milliseconds, like the others here. After this the process exits without waiting; longer than any request or job.
 */
const stopTimeout = 30_000;
/** Ctrl-C reaches this process through the terminal and possibly once more through npm. */
const duplicateSignalWindow = 1_000;
const parentPollInterval = 500;
/** After the start, so that it does not delay the first requests. */
const releaseDelay = 1_000;

/**
 * Runs the server until SIGTERM or Ctrl-C, then finishes its requests and jobs. A second signal exits at once. If the
 * server cannot start, prints a message for the operator and exits with 1.
 */
export async function runServer(): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (isAbort(error)) return; // `createStopper` exits.
    const message = error instanceof Error ? error.message : String(error);
    console.error(error instanceof ConfigError ? message : `Cannot start: ${message}`);
    process.exit(1);
  }
}

async function run(): Promise<void> {
  const config = readConfig();
  const logger = await createLogger(config.logLevel, process.stdout, config.tracing && traceOfLine);
  logger.info({ version, build, role: config.role, node: process.version }, 'starting');
  for (const warning of config.warnings) logger.warn(warning);
  // Loaded last: it takes a second, and neither an invalid setting nor Ctrl-C should wait for it.
  const abort = new AbortController();
  const starting = import('./server.js').then(({ startServer }) => startServer(config, logger, abort.signal));
  const stop = createStopper(starting, abort, logger);
  onSignals(() => stop(0));
  process.on('unhandledRejection', (err) => logger.error({ err }, 'unhandled rejection'));
  process.on('uncaughtException', (err) => {
    logger.fatal({ err }, 'uncaught exception: exiting');
    stop(1);
  });
  if (config.underNpm) whenOrphaned(() => stop(0));

  const server = await starting;
  for (const line of server.lines) console.log(line);
  if (config.underNpm) bundleForNextStart();
  setTimeout(releaseMemory, releaseDelay).unref();
}

/** Returns the id of the trace in which a line is logged. */
function traceOfLine(): object {
  const span = tracerOfProcess()?.current();
  return span ? { trace_id: span.traceId } : {};
}

/**
 * Returns memory that the load of the modules has taken to the system: 60 MB of 205. Otherwise V8 would reserve it for
 * new objects. Under load V8 takes it again. Pauses the process for 0.1 to 0.2 s, once. Needs the flag --expose-gc,
 * which `npm start` sets.
 */
function releaseMemory(): void {
  void globalThis.gc?.({ type: 'major', flavor: 'last-resort' });
}

/** Returns a function that stops the server, or aborts its start, and exits with a status. */
function createStopper(
  starting: Promise<RunningServer>,
  abort: AbortController,
  logger: Logger,
): (status: number) => void {
  let isStopping = false;
  return (status) => {
    if (isStopping) return;
    isStopping = true;
    abort.abort();
    setTimeout(() => {
      logger.fatal('stop timed out: exiting');
      process.exit(1);
    }, stopTimeout);
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
    if (performance.now() - first > duplicateSignalWindow) process.exit(1);
    stop();
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal).on('SIGHUP', onSignal);
}

/** npm passes a signal on to its shell, which exits without passing it on. */
function whenOrphaned(stop: () => void): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, parentPollInterval);
}

/** Whether a stop has ended the wait for the database. */
function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
