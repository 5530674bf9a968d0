import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { Metrics } from '../observability/metrics.js';
import { ChangeSignal } from '../outbox/signal.js';
import type { Database } from '../platform/database/database.js';
import { type Clock, systemClock } from '../platform/time/clock.js';
import type { App } from './app.js';
import type { Config } from './config.js';
import { openDemoAccount } from './demo/demo-account.js';
import { type OpenDatabase, openDatabase } from './open-database.js';

export interface RunningServer {
  /** What to print when it is ready: addresses, and the key of the demo account when there is one. */
  lines: string[];
  /** Finishes the requests and jobs at hand, then closes all. */
  stop(): Promise<void>;
}

/** What every part of the server is given. */
export interface Means {
  config: Config;
  database: Database;
  signal: ChangeSignal;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  /** Ends the waits of a start. */
  abort: AbortSignal;
  /** Whether every part of this process runs, and its database answers. */
  isReady(): Promise<boolean>;
}

export interface Part {
  lines: string[];
  stop(): Promise<void>;
}

/**
 * Starts what the role of this process asks for: web, worker or both. While the database is away, it waits, and
 * answers the health checks. While the MongoDB of a worker is away, only the worker waits.
 *
 * @param abort ends the waits
 * @throws Error with a message for the operator when it cannot start
 */
export async function startServer(
  config: Config,
  logger: Logger,
  abort: AbortSignal,
  clock: Clock = systemClock,
): Promise<RunningServer> {
  // At the same time: the database is started or connected to while modules are loaded.
  const opening = openDatabaseWhenThere(config, logger, abort);
  const loading = loadParts(config);
  loading.catch(() => {}); // Awaited below, unless the database is the first to fail.
  const { database, stop: closeDatabase } = await opening;
  const signal = new ChangeSignal(database.directUrl, logger);
  const parts: Part[] = [];
  const stop = async (): Promise<void> => {
    // One that fails does not keep the others from being stopped.
    const end = (closing: Promise<void>) => closing.catch((err) => logger.error({ err }, 'not stopped in order'));
    await Promise.all(parts.splice(0).map((part) => end(part.stop())));
    await end(signal.stop());
    await end(closeDatabase());
  };
  try {
    const starts = await loading;
    const demoKey = config.demo ? await openDemoAccount(database, clock) : undefined;
    await signal.start();
    database.onCommit((accountId) => signal.announce(accountId));
    const metrics = new Metrics(database);
    metrics.watchProcess();
    let areAllStarted = false;
    const isReady = async (): Promise<boolean> => areAllStarted && database.isReady();
    const means: Means = { config, database, signal, clock, logger, metrics, abort, isReady };
    for (const start of starts) parts.push(await start(means));
    areAllStarted = true;
    const lines = parts.flatMap((part) => part.lines);
    return { lines: demoKey ? [...lines, `Demo API key   ${demoKey}`] : lines, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openDatabaseWhenThere(config: Config, logger: Logger, signal: AbortSignal): Promise<OpenDatabase> {
  let stopAnswering: (() => Promise<void>) | undefined;
  const onAway = async (err: unknown): Promise<void> => {
    logger.warn({ err }, 'the database is away: waiting for it');
    stopAnswering ??= await answerHealthChecks(config);
  };
  try {
    return await openDatabase(config, logger, { onAway, signal });
  } finally {
    await stopAnswering?.();
  }
}

/** @returns what frees the ports again */
async function answerHealthChecks({ role, port, metricsPort, host }: Config): Promise<() => Promise<void>> {
  const { createWaitingServer } = await import('../observability/waiting.server.js');
  const servers: Server[] = [];
  const answerAt = async (setting: 'PORT' | 'METRICS_PORT', at: number): Promise<void> => {
    const server = createWaitingServer();
    await listen(server, setting, { port: at, host });
    servers.push(server);
  };
  const stop = async (): Promise<void> => void (await Promise.all(servers.map(closeAtOnce)));
  try {
    if (role !== 'worker') await answerAt('PORT', port);
    if (metricsPort !== undefined) await answerAt('METRICS_PORT', metricsPort);
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

type StartPart = (means: Means) => Promise<Part>;

/** What the role asks for; what only another needs is not loaded. */
async function loadParts({ role, metricsPort }: Config): Promise<StartPart[]> {
  const parts: StartPart[] = [];
  if (role !== 'worker') {
    const { createApp } = await import('./app.js');
    parts.push(async (means) => serveWeb(means, await createApp(means)));
  }
  if (metricsPort !== undefined) {
    const { createMonitoringServer } = await import('../observability/monitoring.server.js');
    parts.push((means) => serveMonitoring(means, createMonitoringServer(means, means.metrics), metricsPort));
  }
  // Last: clients are served, and the metrics read, while the worker waits for its MongoDB.
  if (role !== 'web') {
    const { workOffJobs } = await import('./background-jobs.js');
    parts.push(workOffJobs);
  }
  return parts;
}

async function serveWeb({ config }: Means, { server, stop }: App): Promise<Part> {
  try {
    const origin = await listen(server, 'PORT', config);
    return { lines: addresses(origin, config.metricsPort === undefined), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Metrics and health at a port of their own: the only one of a worker. */
async function serveMonitoring({ config }: Means, server: Server, port: number): Promise<Part> {
  const origin = await listen(server, 'METRICS_PORT', { port, host: config.host });
  return { lines: [`Metrics        ${origin}/metrics`], stop: () => closeAtOnce(server) };
}

async function closeAtOnce(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}

/** @returns the address that it listens on */
async function listen(
  server: Server,
  setting: 'PORT' | 'METRICS_PORT',
  { port, host }: Pick<Config, 'port' | 'host'>,
): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE' ? new Error(`Port ${port} of ${host} is taken; set ${setting} to another`) : error,
      );
    });
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${name}:${address.port}`;
}

function addresses(origin: string, hasMetrics: boolean): string[] {
  return [
    `REST           ${origin}/api/v1`,
    `GraphQL        ${origin}/graphql`,
    `Subscriptions  ${origin.replace(/^http/, 'ws')}/graphql`,
    `Public API     ${origin}/sites/{subdomain}`,
    `Docs           ${origin}/docs`,
    `Health         ${origin}/healthz and ${origin}/readyz`,
    ...(hasMetrics ? [`Metrics        ${origin}/metrics`] : []),
  ];
}
