import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { Metrics } from '../observability/metrics.js';
import { ChangeSignal } from '../outbox/signal.js';
import { type Clock, systemClock } from '../platform/time/clock.js';
import type { App } from './app.js';
import type { Component, Dependencies } from './component.js';
import type { Config } from './config.js';
import { openDemoAccount } from './demo/demo-account.js';
import { type OpenDatabase, openDatabase } from './open-database.js';

export interface RunningServer {
  /** Lines to print: the addresses, and the key of the demo account if there is one. */
  lines: string[];
  /** Finishes the current requests and jobs, then closes everything. */
  stop(): Promise<void>;
}

/**
 * Starts the components of the role of this process. While the database is unavailable, serves only the health checks and
 * waits. While the MongoDB of a worker is unavailable, only the worker waits.
 *
 * @param abort aborts the start while it waits
 * @throws Error with a message for the operator if the server cannot start
 */
export async function startServer(
  config: Config,
  logger: Logger,
  abort: AbortSignal,
  clock: Clock = systemClock,
): Promise<RunningServer> {
  // The modules load while the database starts or connects.
  const opening = openDatabaseWhenAvailable(config, logger, abort);
  const loading = loadComponents(config);
  loading.catch(() => {}); // Awaited below, unless the database fails first.
  const { database, stop: closeDatabase } = await opening;
  const signal = new ChangeSignal(database.directUrl, logger);
  const components: Component[] = [];
  const stop = async (): Promise<void> => {
    // A failure must not keep the others from being stopped.
    const end = (closing: Promise<void>) => closing.catch((err) => logger.error({ err }, 'a component failed to stop'));
    await Promise.all(components.splice(0).map((component) => end(component.stop())));
    await end(signal.stop());
    await end(closeDatabase());
  };
  try {
    const starts = await loading;
    const demoKey = config.demo ? await openDemoAccount(database, clock) : undefined;
    await signal.start();
    database.onCommit((accountId) => signal.notify(accountId));
    const metrics = new Metrics(database);
    metrics.watchProcess();
    let areAllStarted = false;
    const isReady = async (): Promise<boolean> => areAllStarted && database.isReady();
    const dependencies: Dependencies = { config, database, signal, clock, logger, metrics, abort, isReady };
    for (const start of starts) components.push(await start(dependencies));
    areAllStarted = true;
    const lines = components.flatMap((component) => component.lines);
    return { lines: demoKey ? [...lines, `Demo API key   ${demoKey}`] : lines, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openDatabaseWhenAvailable(config: Config, logger: Logger, signal: AbortSignal): Promise<OpenDatabase> {
  let stopHealthChecks: (() => Promise<void>) | undefined;
  const onRetry = async (err: unknown): Promise<void> => {
    logger.warn({ err }, 'waiting for the database');
    stopHealthChecks ??= await serveHealthChecks(config);
  };
  try {
    return await openDatabase(config, logger, { onRetry, signal });
  } finally {
    await stopHealthChecks?.();
  }
}

/** @returns a function that frees the ports */
async function serveHealthChecks({ role, port, metricsPort, host }: Config): Promise<() => Promise<void>> {
  const { createStartupServer } = await import('../observability/startup.server.js');
  const servers: Server[] = [];
  const serveAt = async (setting: 'PORT' | 'METRICS_PORT', at: number): Promise<void> => {
    const server = createStartupServer();
    await listen(server, setting, { port: at, host });
    servers.push(server);
  };
  const stop = async (): Promise<void> => void (await Promise.all(servers.map(closeAtOnce)));
  try {
    if (role !== 'worker') await serveAt('PORT', port);
    if (metricsPort !== undefined) await serveAt('METRICS_PORT', metricsPort);
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

type StartComponent = (dependencies: Dependencies) => Promise<Component>;

/** Loads the modules of the components of a role, and no others. */
async function loadComponents({ role, metricsPort }: Config): Promise<StartComponent[]> {
  const components: StartComponent[] = [];
  if (role !== 'worker') {
    const { createApp } = await import('./app.js');
    components.push(async (dependencies) => serveWeb(dependencies, await createApp(dependencies)));
  }
  if (metricsPort !== undefined) {
    const { createMonitoringServer } = await import('../observability/monitoring.server.js');
    components.push((dependencies) =>
      serveMonitoring(dependencies, createMonitoringServer(dependencies, dependencies.metrics), metricsPort),
    );
  }
  // Last, so that clients and metrics are served while the worker waits for its MongoDB.
  if (role !== 'web') {
    const { startJobs } = await import('./background-jobs.js');
    components.push(startJobs);
  }
  return components;
}

async function serveWeb({ config }: Dependencies, { server, stop }: App): Promise<Component> {
  try {
    const origin = await listen(server, 'PORT', config);
    return { lines: addresses(origin, config.metricsPort === undefined), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Serves metrics and health checks on `METRICS_PORT`. A worker has no other port. */
async function serveMonitoring({ config }: Dependencies, server: Server, port: number): Promise<Component> {
  const origin = await listen(server, 'METRICS_PORT', { port, host: config.host });
  return { lines: [`Metrics        ${origin}/metrics`], stop: () => closeAtOnce(server) };
}

async function closeAtOnce(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}

/** @returns the base URL on which the server listens */
async function listen(
  server: Server,
  setting: 'PORT' | 'METRICS_PORT',
  { port, host }: Pick<Config, 'port' | 'host'>,
): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE' ? new Error(`Port ${port} of ${host} is in use; set ${setting} to another`) : error,
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
