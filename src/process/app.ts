import { createServer, type IncomingMessage, type Server } from 'node:http';
import express, { type ErrorRequestHandler, type Request, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { RequestContext } from '../domain/context.js';
import type { ReportOperation } from '../graphql/operation-report.js';
import { bookingOperations, type Operation } from '../graphql/operations.js';
import { bookingSchema } from '../graphql/schema.js';
import { errorHeaders } from '../http/error-headers.js';
import { createLazyGraphqlServer } from '../http/graphql/lazy-server.js';
import { serveSubscriptions } from '../http/graphql/socket.js';
import { createRateLimit } from '../http/rate-limit.js';
import { openReception } from '../http/request-authentication.js';
import { requestIdOf } from '../http/request-id.js';
import { openToAllOrigins, openToOrigins } from '../http/rest/cors.js';
import { createGateway, type GatewayOptions } from '../http/rest/gateway.js';
import type { OpenApiDocument } from '../http/rest/openapi/document.js';
import { documentation } from '../http/rest/openapi/documentation.js';
import { problemOf } from '../http/rest/problem.js';
import { routes } from '../http/rest/routes/index.js';
import { publicRoutes } from '../http/rest/routes/public.routes.js';
import { routeSiteHosts, siteFinder } from '../http/rest/site-host.js';
import { keylessAddresses, keylessRouter } from '../http/unauthenticated.router.js';
import type { Metrics } from '../observability/metrics.js';
import { healthChecks, metricsPage } from '../observability/monitoring.router.js';
import { logOperation, requestLog } from '../observability/request-log.js';
import { LiveFeed } from '../outbox/live-feed.js';
import type { ChangeSignal } from '../outbox/signal.js';
import type { Database } from '../platform/database/database.js';
import { trackWrites } from '../platform/database/unavailable.js';
import { invalid, notFound } from '../platform/errors.js';
import type { Clock } from '../platform/time/clock.js';
import type { Config } from './config.js';

/** What a web process is made of; the tests bring a database and a clock of their own. */
export interface AppParts {
  config: Pick<
    Config,
    | 'host'
    | 'publicUrl'
    | 'siteDomain'
    | 'trustedHops'
    | 'webhookPrivateTargets'
    | 'rateLimit'
    | 'partnerToken'
    | 'metricsPort'
    | 'allowedOrigins'
  >;
  database: Database;
  signal: ChangeSignal;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
}

export interface App {
  /** Not yet listening. */
  server: Server;
  /** Takes no new requests, answers those at hand, closes the subscriptions. */
  stop(): Promise<void>;
}

/** In milliseconds: after this, what a client sends or reads too slowly is cut off. */
const drainPatience = 10_000;

/** Below it stands the public API of the account of that subdomain. */
const sitePath = /^\/sites\/(?<subdomain>[a-z0-9-]+)/i;

/**
 * The web server: REST under `/api/v1`, its documentation at `/docs`, GraphQL at `/graphql` over HTTP and WebSocket,
 * the public API under `/sites/{subdomain}`, the two health checks and the metrics. HTTP at the host of a site is that site's public API and nothing else.
 */
export async function createApp({ config, database, signal, clock, logger, metrics }: AppParts): Promise<App> {
  const schema = bookingSchema();
  const feed = new LiveFeed({ database, signal, logger });
  const rateLimit = config.rateLimit === 'off' ? undefined : createRateLimit(database, config.rateLimit);
  const reception = openReception({ config, database, signal, clock, rateLimit });
  const { addressOf: serverOf, admit } = reception;
  const report = (err: unknown, requestId: string): void => logger.error({ err, requestId }, 'request failed');
  const reportOperation: ReportOperation = (operation) => {
    metrics.operation(operation);
    logOperation(logger, operation);
  };
  const graphql = createLazyGraphqlServer({
    schema,
    authenticate: reception.authenticateRequest,
    report,
    reportOperation,
  });
  const findSite = siteFinder(config.siteDomain, config.publicUrl);
  const operations = bookingOperations();
  const addressOfRequest = (request: Request): URL =>
    addressOf(request, findSite(request) === undefined ? serverOf(request) : reception.namedAddressOf(request));
  const { gateway, publicGateway } = createGateways({
    operations,
    authenticate: reception.authenticateRequest,
    visit: reception.visit,
    addressOf: addressOfRequest,
    report,
  });

  const app = express();
  const server = createServer(app);
  let isStopping = false;
  app.disable('x-powered-by').disable('etag').set('trust proxy', config.trustedHops).set('query parser', false);
  app.use((_request, _response, next) => trackWrites(next));
  app.use((request, response, next) => {
    response.set('X-Request-Id', requestIdOf(request));
    // A connection that is kept alive would outlive the server by as long as its client likes.
    response.on('close', () => isStopping && server.closeIdleConnections());
    next();
  });
  app.use(refuseRepeatedHost);
  app.use(requestLog(logger, metrics, ['/graphql', '/docs', ...keylessAddresses]));
  app.use(routeSiteHosts(findSite));
  app.use(healthChecks(database));
  if (config.metricsPort === undefined) app.use(metricsPage(metrics, reception.isFromInside));
  app.use('/sites', openToAllOrigins);
  app.use(['/api/v1', '/graphql', '/session'], openToOrigins(config.allowedOrigins));
  app.use(['/api/v1', '/graphql', '/session', '/partner'], (_request, response, next) => {
    response.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
    next();
  });
  app.use(['/api/v1', '/graphql', '/sites', ...keylessAddresses], limited(admit));
  app.use(documentation({ describe: describeApi, addressOf: addressOfRequest }));
  // Before the rest: each handler that a request passes compares its path.
  app.use('/api/v1', gateway);
  const { partnerToken } = config;
  // Not by the request's: what names the server differently would see every booking twice.
  const calendarHost = config.publicUrl ? new URL(config.publicUrl).hostname : 'booking-server';
  const describe = accountReader(operations);
  app.use(
    keylessRouter({
      ...{ database, clock, partnerToken, calendarHost, describe },
      addressOf: serverOf,
      clientAddressOf: reception.clientAddressOf,
    }),
  );
  app.use(sitePath, publicGateway);
  app.use('/graphql', graphql.handler, graphql.respondToError);
  app.use((_request, _response, next) => next(notFound()));
  app.use(respondToError(report));

  const sockets = serveSubscriptions({
    server,
    schema,
    feed,
    admit,
    mayOpen: (request) => reception.isAllowedOrigin(request),
    authenticate: reception.authenticate,
    report,
    reportOperation,
  });
  metrics.watchSubscribers(sockets.count);
  return {
    server,
    stop: async () => {
      isStopping = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const impatience = setTimeout(() => server.closeAllConnections(), drainPatience);
      await sockets.stop();
      await feed.stop();
      await closed;
      clearTimeout(impatience);
      await graphql.stop();
      await rateLimit?.close();
    },
  };
}

interface GatewaysOptions extends Pick<GatewayOptions, 'operations' | 'authenticate' | 'addressOf' | 'report'> {
  /** @throws DomainError when there is no such site */
  visit(request: IncomingMessage, subdomain: string): Promise<RequestContext>;
}

/** The private and the public API: two tables of routes on the same operations. */
function createGateways({ visit, ...options }: GatewaysOptions): {
  gateway: RequestHandler;
  publicGateway: RequestHandler;
} {
  return {
    gateway: createGateway({ ...options, at: '/api/v1', routes, requiresUserAgent: true }),
    publicGateway: createGateway({
      ...options,
      at: '/sites/:subdomain',
      routes: publicRoutes,
      requiresUserAgent: false,
      authenticate: (request) => visit(request, String(request.params['subdomain'])),
    }),
  };
}

/** Loaded when the description is first read. */
async function describeApi(): Promise<OpenApiDocument> {
  const { openApi } = await import('./open-api.js');
  return openApi();
}

/** Proxies differ in which of several they take, so that one of them could be spoken to as another. */
const refuseRepeatedHost: RequestHandler = (request, _response, next) => {
  const hosts = request.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  next(hosts.length > 1 ? invalid({ host: ['is invalid'] }) : undefined);
};

function limited(admit: (request: Request) => Promise<void>): RequestHandler {
  return async (request, _response, next) => {
    await admit(request);
    next();
  };
}

/** Errors from before or beyond the gateway and GraphQL: too many requests, unknown addresses. */
function respondToError(report: (error: unknown, requestId: string) => void): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error);
    // Express's, of a path that cannot be decoded.
    const { status, body } = problemOf(error instanceof URIError ? notFound() : error);
    if (status >= 500) report(error, requestIdOf(request));
    response.status(status).set(errorHeaders(error)).json(body);
  };
}

/** The address as the client knows it, under that of the server. */
function addressOf(request: Request, server: string): URL {
  const { search, pathname } = new URL(request.originalUrl, 'http://localhost');
  const address = `${server}${pathname}${search}`;
  if (!URL.canParse(address)) throw invalid({ host: ['is invalid'] });
  return new URL(address);
}

/** The account as `GET /client` shows it. */
function accountReader(operations: ReadonlyMap<string, Operation>): (context: RequestContext) => Promise<object> {
  const operation = operations.get('GetAccount');
  if (!operation) throw new Error('no operation GetAccount');
  return async (context) => {
    const { client = 'null' } = await operation.execute(context, {});
    return JSON.parse(client);
  };
}
