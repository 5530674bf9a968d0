import { createServer, type IncomingMessage, type Server } from 'node:http';
import express, { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import type { Logger } from 'pino';
import type { RequestContext } from '../domain/context.js';
import type { ReportOperation } from '../graphql/operation-report.js';
import { bookingOperations, type Operation } from '../graphql/operations.js';
import { bookingSchema } from '../graphql/schema.js';
import { dashboardRouter } from '../http/dashboard/dashboard.router.js';
import { readGuides } from '../http/documentation/guides.js';
import { guidesRouter } from '../http/documentation/guides.router.js';
import { documentationLinks, homeRouter } from '../http/documentation/home.router.js';
import { linkStyle, pageStyle } from '../http/documentation/page.js';
import { errorHeaders } from '../http/error-headers.js';
import { createEventStreamServer } from '../http/graphql/event-stream-server.js';
import { explorerRouter } from '../http/graphql/explorer.router.js';
import { createLazyGraphqlServer } from '../http/graphql/lazy-server.js';
import { LivePlaces } from '../http/graphql/live-places.js';
import { serveSockets } from '../http/graphql/socket.js';
import { bookingAssetsRouter, embedRouter } from '../http/public-pages/booking-assets.router.js';
import { respondToEarlyErrors } from '../http/public-pages/booking-page/error.page.js';
import { bookingPageRouter } from '../http/public-pages/booking-page.router.js';
import { createRateLimiter } from '../http/rate-limit.js';
import { createRequestAuthenticator } from '../http/request-authentication.js';
import { anonymousLimits, authenticatedLimits } from '../http/request-body.js';
import { noteRefusal, openScope, type RequestScope, scopeOf } from '../http/request-scope.js';
import { hasRepeatedHost, isInternal } from '../http/request-source.js';
import { openToAllOrigins, openToOrigins } from '../http/rest/cors.js';
import { createGateway, type GatewayOptions } from '../http/rest/gateway.js';
import { createLocalApi } from '../http/rest/local-api.js';
import type { OpenApiDocument } from '../http/rest/openapi/document.js';
import { documentation, openApiDocument } from '../http/rest/openapi/documentation.js';
import { problemOf, withoutUriError } from '../http/rest/problem.js';
import { routes } from '../http/rest/routes/index.js';
import { pageRoutes } from '../http/rest/routes/page.routes.js';
import { publicRoutes } from '../http/rest/routes/public.routes.js';
import { routeSiteHosts, siteFinder } from '../http/rest/site-host.js';
import { serverHostname } from '../http/server-address.js';
import { unauthenticatedPaths, unauthenticatedRouter } from '../http/unauthenticated.router.js';
import type { Metrics } from '../observability/metrics.js';
import { healthChecks, metricsPage } from '../observability/monitoring.router.js';
import { logOperation, requestLog } from '../observability/request-log.js';
import { LiveFeed } from '../outbox/live-feed.js';
import type { ChangeSignal } from '../outbox/signal.js';
import { BackgroundTasks } from '../platform/background-tasks.js';
import type { Database } from '../platform/database/database.js';
import { trackWrites } from '../platform/database/unavailable.js';
import { invalid, notFound } from '../platform/errors.js';
import { createPaymentProviders } from '../platform/payments/stripe.js';
import type { Clock } from '../platform/time/clock.js';
import { type Config, sendingChannels } from './config.js';

export interface AppDependencies {
  config: Pick<
    Config,
    | 'host'
    | 'port'
    | 'publicUrl'
    | 'siteDomain'
    | 'trustedHops'
    | 'webhookPrivateTargets'
    | 'rateLimit'
    | 'partnerToken'
    | 'metricsPort'
    | 'allowedOrigins'
    | 'stripeUrl'
    | 'smtpUrl'
    | 'smsGatewayUrl'
    | 'testEnvironment'
  >;
  database: Database;
  signal: ChangeSignal;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  /** The subdomain of the demo account, if there is one. */
  demoSite?: string | undefined;
}

export interface App {
  server: Server;
  /** Accepts no new connections, closes the subscriptions and waits for the current requests. */
  stop(): Promise<void>;
}

/** In milliseconds. After this, `stop` closes the connections of clients that send or read too slowly. */
const drainTimeout = 10_000;

/** Bounds on the connections of a process, however little they send. Times are in milliseconds. */
const connectionLimits = {
  /** For the whole request. The time for its headers, which also closes a connection that sends nothing, is `setKeepAlive`'s. */
  requestTimeout: 120_000,
  /**
   * For a connection on which nothing moves: its client does not read the response, which would stay in memory. Longer than
   * any request; streams send a comment more often.
   */
  timeout: 60_000,
  /** More are closed at once. Each takes about 10 kB before it has sent anything. */
  maxConnections: 10_000,
} as const satisfies Partial<Server>;

/** Paths of the dashboard that are limited like an API. Its files are not. */
const dashboardRequests = ['/dashboard/session', '/dashboard/password'];

/** The public API of an account is below this path. */
const sitePath = /^\/sites\/(?<subdomain>[a-z0-9-]+)/i;

/** Bookings of the public API. Their paths contain secrets. */
const linkedBookingPath = /^\/sites\/[a-z0-9-]+\/+bookings/i;

/**
 * Creates the web server: REST under `/api/v1`, its documentation at `/docs`, GraphQL over HTTP, WebSocket and
 * Server-Sent Events at `/graphql`, the public API under `/sites/{subdomain}`, health checks and metrics. The host of a site serves only the
 * public API of that site.
 *
 * @param server receives the requests. It may listen already: then this replaces the handler of its requests.
 */
export async function createApp(
  { config, database, signal, clock, logger, metrics, demoSite }: AppDependencies,
  server: Server = createServer(),
): Promise<App> {
  const schema = bookingSchema();
  const feed = new LiveFeed({ database, signal, logger });
  const rateLimiter = config.rateLimit === 'off' ? undefined : createRateLimiter(database, config.rateLimit);
  const limitRate = async (request: IncomingMessage): Promise<void> => rateLimiter?.consume(request);
  const limitMessages = async (request: IncomingMessage): Promise<void> => rateLimiter?.consumeMessage(request);
  const { webhookPrivateTargets, partnerToken } = config;
  const onError = (err: unknown): void => logger.warn({ err }, 'the use of API keys was not stored');
  const paymentProviders = createPaymentProviders(config);
  const authenticator = createRequestAuthenticator({
    ...{ database, signal, clock, webhookPrivateTargets, paymentProviders, onError },
  });
  const { authenticate, authenticateKey, checkKey } = authenticator;
  const report = (err: unknown, requestId: string): void => logger.error({ err, requestId }, 'request failed');
  const reportOperation: ReportOperation = (operation) => {
    metrics.operation(operation);
    logOperation(logger, operation);
  };
  const graphql = createLazyGraphqlServer({ schema, authenticate, report, reportOperation });
  const findSite = siteFinder(config.siteDomain, config.publicUrl);
  const scopeSettings = { ...config, sends: sendingChannels(config) };
  const open = (request: IncomingMessage): RequestScope =>
    openScope(request, scopeSettings, findSite(serverHostname(request, config.trustedHops)));
  const operations = bookingOperations();
  const { gateway, publicGateway } = createGateways({ operations, authenticate, visit: authenticator.visit, report });

  const tasks = new BackgroundTasks((err) => logger.error({ err }, 'a task of a request failed after its response'));
  const app = express();
  Object.assign(server, connectionLimits);
  let isStopping = false;
  app.disable('x-powered-by').disable('etag').set('trust proxy', config.trustedHops).set('query parser', false);
  app.use((request, response, next) => {
    const scope = open(request);
    response.set('X-Request-Id', scope.id);
    // A keep-alive connection would otherwise delay the stop for as long as its client likes.
    response.on('close', () => isStopping && server.closeIdleConnections());
    trackWrites(next);
  });
  app.use(refuseRepeatedHost);
  app.use(requestLog(logger, metrics, ['/graphql', '/docs', '/dashboard', ...unauthenticatedPaths]));
  app.use(routeSiteHosts);
  const limit: RequestHandler = async (request, _response, next) => {
    await limitRate(request);
    next();
  };
  const cors = openToOrigins(config.allowedOrigins);
  // REST comes first, because Express compares the path of a request with that of every handler before its own.
  app.use('/api/v1', Router().use(cors, withoutStore, limit, openApiDocument(describeApi), gateway));
  app.use(healthChecks(database));
  if (config.metricsPort === undefined) {
    app.use(metricsPage(metrics, (request) => isInternal(request, config.trustedHops)));
  }
  const guides = readGuides();
  app.use(homeRouter(guides, demoSite), explorerRouter());
  app.use(embedRouter());
  app.use('/sites', openToAllOrigins);
  app.use(linkedBookingPath, (_request, response, next) => {
    response.set('Referrer-Policy', 'no-referrer');
    next();
  });
  const limitFiles: RequestHandler = async (request, _response, next) => {
    await rateLimiter?.consumeFile(request);
    next();
  };
  app.use(sitePath, bookingAssetsRouter({ database, visit: authenticator.visit, limit: limitFiles }));
  app.use(['/graphql', '/session'], cors);
  app.use(['/graphql', '/session', '/partner', '/sites', ...dashboardRequests], withoutStore);
  app.use(['/graphql', '/sites', ...dashboardRequests, ...unauthenticatedPaths], limit);
  const links = documentationLinks(guides);
  const styles = { links: linkStyle, page: pageStyle };
  app.use(documentation({ describePermissions, links, styles }), guidesRouter(guides));
  const describe = accountReader(operations);
  app.use(unauthenticatedRouter({ database, clock, partnerToken, describe, paymentProviders, logger }));
  app.use('/dashboard', dashboardRouter({ database, clock, tasks, authenticateKey }));
  const api = createLocalApi(pageRoutes, operations);
  app.use(sitePath, bookingPageRouter({ api, visit: authenticator.visit, report }), publicGateway);
  const places = new LivePlaces();
  const live = { schema, feed, places, authenticateKey, checkKey, report, reportOperation };
  const streams = createEventStreamServer(live);
  app.use('/graphql', streams.handler, graphql.handler, graphql.respondToError);
  app.use((_request, _response, next) => next(notFound()));
  app.use(sitePath, respondToEarlyErrors(report));
  app.use(respondToError(report));

  server.removeAllListeners('request').on('request', app);
  const { allowedOrigins } = config;
  const sockets = serveSockets({ ...live, server, openScope: open, allowedOrigins, limitRate, limitMessages });
  metrics.watchSubscribers([sockets.count, streams.count]);
  return {
    server,
    stop: async () => {
      isStopping = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const forceClose = setTimeout(() => server.closeAllConnections(), drainTimeout);
      streams.stop();
      await sockets.stop();
      await feed.stop();
      await closed;
      clearTimeout(forceClose);
      await tasks.settle();
      await graphql.stop();
      await authenticator.stop();
      await rateLimiter?.close();
    },
  };
}

interface GatewaysOptions extends Pick<GatewayOptions, 'operations' | 'authenticate' | 'report'> {
  /** @throws DomainError NOT_FOUND */
  visit(request: IncomingMessage, subdomain: string): Promise<RequestContext>;
}

/** Creates the private and the public API: two route tables on the same operations. */
function createGateways({ visit, ...options }: GatewaysOptions): {
  gateway: RequestHandler;
  publicGateway: RequestHandler;
} {
  return {
    gateway: createGateway({
      ...options,
      at: '/api/v1',
      routes,
      requiresUserAgent: true,
      bodyLimits: authenticatedLimits,
    }),
    publicGateway: createGateway({
      ...options,
      at: '/sites/:subdomain',
      routes: publicRoutes,
      requiresUserAgent: false,
      bodyLimits: anonymousLimits,
      authenticate: (request) => visit(request, String(request.params['subdomain'])),
    }),
  };
}

/** Loads the module at the first call. */
async function describeApi(): Promise<OpenApiDocument> {
  const { openApi } = await import('./open-api.js');
  return openApi();
}

/** Loads the module at the first call. */
async function describePermissions(): Promise<string> {
  const { permissionsPage } = await import('../http/documentation/permissions.page.js');
  return permissionsPage({ schema: bookingSchema(), operations: bookingOperations(), routes });
}

const withoutStore: RequestHandler = (_request, response, next) => {
  response.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
  next();
};

const refuseRepeatedHost: RequestHandler = (request, _response, next) => {
  next(hasRepeatedHost(request) ? invalid({ host: ['is invalid'] }) : undefined);
};

/** Responds to errors outside the gateways and GraphQL, such as exceeded rate limits and unknown paths. */
function respondToError(report: (error: unknown, requestId: string) => void): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error);
    const { status, body } = problemOf(withoutUriError(error));
    if (status >= 500) report(error, scopeOf(request).id);
    if (status === 400) noteRefusal(request, Object.keys(body));
    response.status(status).set(errorHeaders(error)).json(body);
  };
}

/** Returns a function that reads the account of a context in the form of `GET /client`. */
function accountReader(operations: ReadonlyMap<string, Operation>): (context: RequestContext) => Promise<object> {
  const operation = operations.get('GetAccount');
  if (!operation) throw new Error('no operation GetAccount');
  return async (context) => {
    const { client = 'null' } = await operation.execute(context, {});
    return JSON.parse(client);
  };
}
