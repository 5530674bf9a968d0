import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { DemoLinks } from '../http/dashboard/demo-links.js';
import { unavailableHeaders } from '../http/http-errors.js';
import { policyHeader } from '../http/rate-limit-headers.js';
import { type TransportSettings, transportSecurity } from '../http/request-scope.js';
import { Metrics } from '../observability/metrics.js';
import { createStatementObserver } from '../observability/statement-observer.js';
import { ChangeSignal } from '../outbox/signal.js';
import { isLoopback } from '../platform/addresses.js';
import type { Cell } from '../platform/cells/cell.js';
import { openCell } from '../platform/cells/cell.js';
import type { Database } from '../platform/database/database.js';
import { hasPlainSecrets } from '../platform/database/encryption-keys.js';
import { requireKnown } from '../platform/database/migration-state.js';
import { openReplicas } from '../platform/database/orm.js';
import { build, version } from '../platform/project-root.js';
import { type Clock, systemClock } from '../platform/time/clock.js';
import { setTracer } from '../platform/tracing/tracer.js';
import type { Component, Dependencies } from './component.js';
import type { Config } from './config.js';
import { type DemoAccount, openDemoAccount, signInToDemo } from './demo/demo-account.js';
import { openDatabase } from './open-database.js';
import { StartProgress } from './start-progress.js';
import { VersionGuard } from './version-guard.js';

export interface RunningServer {
  /** Lines to print: the addresses, and how to use the demo account if there is one. */
  lines: string[];
  database: Database;
  /** Finishes the current requests and jobs, then closes everything. */
  stop(): Promise<void>;
}

/**
 * Starts the components of the role of this process. Its ports answer at once: until it is ready, only the health checks.
 * While the MongoDB of a worker is unavailable, only the worker waits.
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
  const progress = new StartProgress(logger);
  const ports = await openPorts(config, progress.describe);
  try {
    return await startBehind(ports, { config: listening(config, ports), logger, abort, clock, progress });
  } catch (error) {
    await closePorts(ports);
    throw error;
  } finally {
    progress.stop();
  }
}

type Start = Pick<Dependencies, 'config' | 'logger' | 'abort' | 'clock'> & { progress: StartProgress };

async function startBehind(ports: Ports, { config, logger, abort, clock, progress }: Start): Promise<RunningServer> {
  const onRetry = (err: unknown): void => {
    progress.begin('the process waits for the database');
    logger.warn({ err }, 'waiting for the database');
  };
  // The modules load while the database starts or connects.
  const { incompatibleMigrations: older } = config;
  const opening = openDatabase(config, logger, { onRetry, signal: abort, progress, older });
  const guard = new VersionGuard(logger);
  const loading = loadComponents(config, ports, guard);
  loading.catch(() => {}); // Awaited below, unless the database fails first.
  const { database, stop: closeDatabase } = await opening;
  const signal = new ChangeSignal(database.directUrl, logger);
  guard.watch(database, signal);
  const components: Component[] = [];
  const endTracing = await startTracing(config, logger);
  const observer = createStatementObserver({ logger, slowMs: config.slowStatements });
  if (observer) database.observeStatements(observer);
  const stop = async (): Promise<void> => {
    // A failure must not keep the others from being stopped.
    const end = (closing: Promise<void>) => closing.catch((err) => logger.error({ err }, 'a component failed to stop'));
    await Promise.all(components.splice(0).map((component) => end(component.stop())));
    guard.stop();
    await end(signal.stop());
    await end(closeDatabase());
    await endTracing();
  };
  try {
    const starts = await loading;
    progress.begin('the process registers at the database, which waits for a newer version that migrates it');
    await register(signal, abort);
    // A migration of before is found here. One of later waits for this process.
    requireKnown(await database.refusal.check());
    await warnOfPlainSecrets(database, logger);
    progress.begin('the process starts its components');
    database.cell = await openCell(database.session, config);
    const demo = config.demo && !config.cell ? await openDemoAccount(database, clock) : undefined;
    const links = demo?.user && isPrivate(config) ? createDemoLinks(config, database, clock, demo) : undefined;
    database.onCommit((accountId) => signal.notify(accountId));
    const metrics = new Metrics(database);
    metrics.watchProcess();
    if (config.role !== 'worker') useReplicas(config, database, metrics, logger);
    let areAllStarted = false;
    const findUnreadiness = async (): Promise<string | undefined> =>
      areAllStarted ? database.refusal.findUnreadiness() : progress.describe();
    const dependencies: Dependencies = {
      ...{ config, database, signal, clock, logger, metrics, abort, findUnreadiness },
      demo: demo && { subdomain: demo.subdomain, links },
    };
    for (const start of starts) components.push(await start(dependencies));
    areAllStarted = true;
    if (database.cell) noteVersion(database.cell, logger);
    const lines = components.flatMap((component) => component.lines);
    return { lines: [...lines, ...demoLines(demo, ports.web && { origin: ports.web.origin, links })], database, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Sends traces to the collector, if there is one. @returns sends what is left, for a few seconds at most */
async function startTracing({ tracing }: Config, logger: Logger): Promise<() => Promise<void>> {
  if (!tracing) return async () => {};
  // Loaded only if it is used, with its packages.
  const { startOpenTelemetry } = await import('../observability/open-telemetry.js');
  const { tracer, stop } = startOpenTelemetry(tracing, version, logger);
  setTracer(tracer);
  return stop;
}

/** @throws AbortError if the start is aborted meanwhile */
async function register(signal: ChangeSignal, abort: AbortSignal): Promise<void> {
  const endWait = (): void => void signal.stop();
  abort.addEventListener('abort', endWait);
  await signal.start();
  abort.removeEventListener('abort', endWait);
  abort.throwIfAborted();
}

async function warnOfPlainSecrets({ encryption, session, model }: Database, logger: Logger): Promise<void> {
  if (encryption.hasKey || !(await hasPlainSecrets(session, model.sealedColumns))) return;
  logger.warn(
    'ENCRYPTION_KEY is not set: the secrets of accounts, such as keys of payment providers, are stored as they are',
  );
}

/** Lets requests read from the replicas, if there are any. Jobs never do. */
function useReplicas(
  { databaseReplicaUrls, replicaMaxLag }: Config,
  database: Database,
  metrics: Metrics,
  logger: Logger,
): void {
  if (databaseReplicaUrls.length === 0) return;
  const onChange = (replica: string, away: string | undefined): void => {
    if (away === undefined) logger.info({ replica }, 'a read replica is back');
    else logger.warn({ replica }, `a read replica is left alone: ${away}`);
  };
  database.replicas = openReplicas(database, databaseReplicaUrls, { maxLag: replicaMaxLag, onChange });
  metrics.watchReplicas(database.replicas);
}

/** Stores the version of the cell in the directory. The start neither waits for the directory nor needs it. */
function noteVersion({ name, directory }: Cell, logger: Logger): void {
  directory
    .updateCell(name, { version })
    .catch((err) => logger.warn({ err }, 'the version of the cell was not stored'));
}

/** A server that listens. Its requests are handled by the start, until a component takes it over. */
interface Port {
  server: Server;
  /** The base URL on which it listens. */
  origin: string;
}

interface Ports {
  web?: Port;
  monitoring?: Port;
}

/** Returns the settings with the port on which the server listens: `PORT=0` means any. */
function listening(config: Config, { web }: Ports): Config {
  return web ? { ...config, port: Number(new URL(web.origin).port) } : config;
}

async function openPorts(
  { role, port, metricsPort, host, keepAlive, ...config }: Config,
  step: () => string,
): Promise<Ports> {
  const ports: Ports = {};
  const open = async (setting: 'PORT' | 'METRICS_PORT', at: number): Promise<Port> => {
    const server = createServer(startupHandler(step, config));
    setKeepAlive(server, keepAlive);
    return { server, origin: await listen(server, setting, { port: at, host }) };
  };
  try {
    if (role !== 'worker') ports.web = await open('PORT', port);
    if (metricsPort !== undefined) ports.monitoring = await open('METRICS_PORT', metricsPort);
    return ports;
  } catch (error) {
    await closePorts(ports);
    throw error;
  }
}

async function closePorts(ports: Ports): Promise<void> {
  await Promise.all(Object.values(ports).map(({ server }) => closeAtOnce(server)));
}

type StartComponent = (dependencies: Dependencies) => Promise<Component>;

/** Loads the modules of the components of a role, and no others. */
async function loadComponents(
  { role }: Config,
  { web, monitoring }: Ports,
  guard: VersionGuard,
): Promise<StartComponent[]> {
  const components: StartComponent[] = [];
  if (web) {
    const { createApp } = await import('./app.js');
    components.push(async (dependencies) => {
      const { stop } = await createApp(dependencies, web.server);
      return { lines: addresses(web.origin, !monitoring), stop };
    });
  }
  if (monitoring) {
    const { serveMonitoring } = await import('../observability/monitoring.router.js');
    components.push(async (dependencies) => {
      const { database, findUnreadiness, metrics } = dependencies;
      serveMonitoring(monitoring.server, { findUnreadiness, cell: database.cell }, metrics);
      return { lines: [`Metrics        ${monitoring.origin}/metrics`], stop: () => closeAtOnce(monitoring.server) };
    });
  }
  // Last, so that clients and metrics are served while the worker waits for its MongoDB.
  if (role !== 'web') {
    const { startJobs } = await import('./background-jobs.js');
    components.push((dependencies) => guard.startWorker(() => startJobs(dependencies)));
  }
  return components;
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

/**
 * Whether only this machine reaches the server, on a database of its own, so that a link may sign in to the demo account.
 * A server with any of these settings is in use, or about to be.
 */
function isPrivate({ isProduction, role, host, trustedHops, databaseUrl, siteDomain }: Config): boolean {
  const isSetUp = databaseUrl !== undefined || siteDomain !== undefined || trustedHops > 0;
  return role === 'all' && isLoopback(host) && !isSetUp && !isProduction;
}

/**
 * The data may no longer be those of a demo after another start, so `/` shows the links only after the first. It never
 * does with `PUBLIC_URL`: a proxy may be in front, and one that adds no headers makes every visitor look like a local one.
 * The link in the terminal is a secret that such a visitor does not have.
 */
function createDemoLinks({ publicUrl }: Config, database: Database, clock: Clock, { isNew }: DemoAccount): DemoLinks {
  const isShown = isNew && publicUrl === undefined;
  return new DemoLinks({ clock, isShown, signIn: (source) => signInToDemo(database, source) });
}

function demoLines(demo: DemoAccount | undefined, web?: { origin: string; links: DemoLinks | undefined }): string[] {
  if (!demo) return [];
  const { subdomain, user, apiKey } = demo;
  return [
    ...(web ? [`Demo booking   ${web.origin}/sites/${subdomain}/`] : []),
    ...(web?.links ? [`Demo dashboard ${web.origin}/${web.links.create()} (signs in once, within an hour)`] : []),
    ...(user ? [`Demo sign-in   subdomain ${subdomain}, email ${user.email}, password ${user.password}`] : []),
    ...(apiKey ? [`Demo API key   ${apiKey}`] : []),
  ];
}

function addresses(origin: string, hasMetrics: boolean): string[] {
  return [
    `Home           ${origin}/`,
    `Dashboard      ${origin}/dashboard`,
    `REST           ${origin}/api/v1`,
    `GraphQL        ${origin}/graphql`,
    `Subscriptions  ${origin.replace(/^http/, 'ws')}/graphql`,
    `Booking pages  ${origin}/sites/{subdomain}/`,
    `Docs           ${origin}/docs`,
    `Health         ${origin}/healthz and ${origin}/readyz`,
    ...(hasMetrics ? [`Metrics        ${origin}/metrics`] : []),
  ];
}

/**
 * Serves clients while a process starts: `/healthz` succeeds, everything else is 503. Without Express, so that the port
 * answers before anything is loaded.
 *
 * @param step returns the current step of the start
 */
function startupHandler(
  step: () => string,
  config: TransportSettings & Pick<Config, 'cell' | 'rateLimit' | 'accountQuota'>,
): RequestListener {
  const { cell } = config;
  const whileUnavailable = {
    ...unavailableHeaders,
    'RateLimit-Policy': policyHeader(config.rateLimit, config.accountQuota),
  };
  return (request, response) => {
    const { url = '' } = request;
    const path = url.split('?', 1)[0];
    const isHealthy = path === '/healthz';
    const body = isHealthy
      ? { status: 'ok', version, build, cell }
      : path === '/readyz'
        ? { status: 'unavailable', reason: step() }
        : { error: 'system error' };
    response.writeHead(isHealthy ? 200 : 503, {
      'Content-Type': 'application/json; charset=utf-8',
      ...transportSecurity(request, config),
      ...(!isHealthy && whileUnavailable),
    });
    response.end(JSON.stringify(body));
  };
}

/** Default of Node, in milliseconds. */
const headersTimeout = 60_000;

/**
 * Keeps idle connections for `milliseconds`. A proxy that keeps them longer than this server sends requests on
 * connections that are just being closed, and answers them with 502. The headers of a request may take as long as the
 * connection may be idle.
 */
export function setKeepAlive(server: Server, milliseconds: number): void {
  server.keepAliveTimeout = milliseconds;
  server.headersTimeout = Math.max(headersTimeout, milliseconds + 1_000);
}
