import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { DemoEntry } from '../../src/http/dashboard/demo-links.js';
import { Metrics } from '../../src/observability/metrics.js';
import { ChangeSignal } from '../../src/outbox/signal.js';
import type { Database } from '../../src/platform/database/database.js';
import type { Clock } from '../../src/platform/time/clock.js';
import { createApp } from '../../src/process/app.js';
import type { Config } from '../../src/process/config.js';
import { serveAxe } from './axe.js';
import { atPort } from './test-database.js';

/** A web server that runs inside the process of the test. */
export interface Web extends AsyncDisposable {
  origin: string;
  server: Server;
  database: Database;
  signal: ChangeSignal;
}

export type AppConfig = Pick<
  Config,
  | 'host'
  | 'port'
  | 'publicUrl'
  | 'siteDomain'
  | 'trustedHops'
  | 'webhookPrivateTargets'
  | 'rateLimit'
  | 'accountQuota'
  | 'partnerToken'
  | 'metricsPort'
  | 'allowedOrigins'
  | 'paymentProviderUrls'
  | 'smtpUrl'
  | 'mail'
  | 'smsGatewayUrl'
  | 'testEnvironment'
  | 'securityContact'
  | 'isProduction'
  | 'trustsTraceParent'
>;

const defaults: AppConfig = {
  host: '127.0.0.1',
  /** Replaced by the port on which the server listens. */
  port: 0,
  publicUrl: undefined,
  siteDomain: undefined,
  trustedHops: 0,
  rateLimit: 'off',
  partnerToken: undefined,
  allowedOrigins: [],
  metricsPort: undefined,
  webhookPrivateTargets: false,
  paymentProviderUrls: { stripe: 'http://127.0.0.1:9' },
  mail: {},
  // Never used: messages are sent by `deliverMessages`.
  smtpUrl: 'smtp://127.0.0.1:9',
  smsGatewayUrl: 'http://127.0.0.1:9',
  testEnvironment: false,
  securityContact: undefined,
  isProduction: false,
  trustsTraceParent: false,
  accountQuota: { requests: 32, databaseSeconds: 72 },
};

interface WebOptions {
  database: Database;
  clock: Clock;
  logger: Logger;
  config?: Partial<AppConfig>;
  /** The port of a proxy for the connection that listens for change notifications. */
  signalPort?: number | undefined;
  demo?: DemoEntry | undefined;
}

/**
 * In milliseconds. By default the server closes an idle connection after 5 s. On a busy machine it does so just when the
 * test sends its next request on that connection, which then fails.
 */
const keepAliveTimeout = 600_000;

/** In milliseconds. A busy machine may take longer than the default for the requests before one. */
const quotaPatience = 60_000;

/**
 * In milliseconds. After the default of a second, which a statement can take on a busy machine, the process would count
 * for itself and accept requests above the limit.
 */
const rateLimitTimeout = 60_000;

/** Starts a web server on a free port. It leaves the database open when it stops. */
export async function startWeb({ database, clock, logger, config, signalPort, demo }: WebOptions): Promise<Web> {
  const signal = new ChangeSignal(atPort(database.url, signalPort), logger);
  await signal.start();
  database.onCommit((accountId) => signal.notify(accountId));
  const metrics = new Metrics(database);
  if (database.replicas) metrics.watchReplicas(database.replicas);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const settings = { ...defaults, port, ...config };
  const { rateLimit } = settings;
  if (rateLimit !== 'off') settings.rateLimit = { timeout: rateLimitTimeout, ...rateLimit };
  settings.accountQuota = { patience: quotaPatience, ...settings.accountQuota };
  const app = await createApp({ config: settings, database, signal, clock, logger, metrics, demo }, server);
  app.server.keepAliveTimeout = keepAliveTimeout;
  serveAxe(app.server);
  let isStopped = false;
  return {
    origin: `http://127.0.0.1:${port}`,
    server: app.server,
    database,
    signal,
    [Symbol.asyncDispose]: async () => {
      if (isStopped) return;
      isStopped = true;
      const stopped = app.stop();
      // No request is on its way that the stop would wait for.
      app.server.closeIdleConnections();
      await stopped;
      await signal.stop();
    },
  };
}
