import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import express, { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import type { Logger } from 'pino';
import type { RefusedAccess, RequestContext } from '../domain/context.js';
import { bookingOperations, type Operation } from '../graphql/operations.js';
import { servedAt } from '../http/async-api/document.js';
import { dashboardRouter } from '../http/dashboard/dashboard.router.js';
import type { DemoEntry } from '../http/dashboard/demo-links.js';
import { documentationRouter } from '../http/documentation/documentation.router.js';
import { robotsRouter } from '../http/documentation/robots.router.js';
import { securityContactRouter } from '../http/documentation/security-contact.router.js';
import { serveGraphql } from '../http/graphql/serve-graphql.js';
import { mcpRouters } from '../http/mcp/mcp.router.js';
import { respondToEarlyErrors } from '../http/public-pages/booking-page/error.page.js';
import { bookingAssetsRouter, bookingPageRouter, embedRouter } from '../http/public-pages/booking-page.router.js';
import { createRateLimiter } from '../http/rate-limit.js';
import { policyHeader, remainingHeader } from '../http/rate-limit-headers.js';
import { createRequestAuthenticator } from '../http/request-authentication.js';
import {
  hasRepeatedHost,
  openScope,
  type RequestScope,
  scopeOf,
  serverHostname,
  siteFinder,
  transportSecurity,
} from '../http/request-scope.js';
import { isInternal, openToAllOrigins, openToOrigins } from '../http/request-source.js';
import { basicAuthentication, deprecationHeaders, isBasic } from '../http/rest/deprecations.js';
import { descriptionDocuments } from '../http/rest/openapi/documentation.js';
import { withoutUriError } from '../http/rest/problem.js';
import { type ReportError, respondToError } from '../http/rest/response.js';
import { createRestApis } from '../http/rest-apis.js';
import { unauthenticatedPaths, unauthenticatedRouter } from '../http/unauthenticated.router.js';
import type { Metrics } from '../observability/metrics.js';
import { cellsPage, healthChecks, metricsPage } from '../observability/monitoring.router.js';
import { logOperation, requestLog } from '../observability/request-log.js';
import type { ChangeSignal } from '../outbox/signal.js';
import { BackgroundTasks } from '../platform/background-tasks.js';
import type { Database } from '../platform/database/database.js';
import { isPause, levelOfFailure, trackWrites } from '../platform/database/unavailable.js';
import { invalid, notFound } from '../platform/errors.js';
import { RequestQuota } from '../platform/fairness.js';
import { OpenIdProviders } from '../platform/open-id/open-id-providers.js';
import { createPaymentProviders } from '../platform/payments/payment-providers.js';
import { RepeatedErrors } from '../platform/repeated-errors.js';
import type { Clock } from '../platform/time/clock.js';
import { currentWork } from '../platform/tracing/tracer.js';
import { asyncApi } from './async-api.js';
import { type Config, sendingChannels } from './config.js';
import { openApi } from './open-api.js';

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
  database: Database;
  signal: ChangeSignal;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  /** The demo account, if there is one. */
  demo?: DemoEntry | undefined;
}

export interface App {
  server: Server;
  /** Accepts no new connections, closes the subscriptions and answers the requests that have been sent. */
  stop(): Promise<void>;
}

/** Bounds on the connections of a process, however little they send. Times are in milliseconds. */
const connectionLimits = {
  /**
   * For the whole request. The time for its headers, which also closes a connection that sends nothing, is
   * `setKeepAlive`'s.
   */
  requestTimeout: 120_000,
  /**
   * For a connection on which nothing moves: its client does not read the response, which would stay in memory. Longer
   * than any request; streams send a comment more often.
   */
  timeout: 60_000,
  /** More are closed at once. Each takes about 10 kB before it has sent anything. */
  maxConnections: 10_000,
} as const satisfies Partial<Server>;

/** Paths of the dashboard that are limited like an API. Its files are not. */
const dashboardRequests = ['/dashboard/session', '/dashboard/password', '/dashboard/sign-in', '/dashboard/demo'];

/** The public API of an account is below this path. */
const sitePath = /^\/sites\/(?<subdomain>[a-z0-9-]+)/i;

/** Pages of sites, and the public API below them, whose paths contain secrets. */
const linkedSitePath = /^\/sites\/[a-z0-9-]+\/+(bookings|waitlist|shop\/+orders|me)(?![a-z0-9_-])/i;

/** Pages outside of sites to which messages and other pages link. */
const linkedPages = ['/password', '/verify', '/dashboard/sign-in', '/dashboard/demo'];

interface Step {
  /** The paths whose requests pass through the handlers; all of them if absent. */
  at?: string | (string | RegExp)[] | RegExp;
  use: Handler | Handler[];
  /** The reason for its position. */
  why: string;
}

type Handler = RequestHandler | ErrorRequestHandler;

/** Lists the handlers that a request passes through, in this order, until one responds. */
function handlersInOrder(app: ReturnType<typeof createHandlers>): Step[] {
  return [
    { use: app.openRequest, why: 'all that follow read the scope, and every response has its headers' },
    { use: refuseRepeatedHost, why: 'before the first handler that depends on the host' },
    { use: app.logRequest, why: 'before all that respond: it logs the time and the status of each' },
    { use: app.wellKnown, why: 'before the hosts of sites: these files are looked for on any host' },
    { use: routeSiteHosts, why: 'changes the path that all below compare; the log has the original one' },
    {
      at: '/api/v1',
      use: app.rest,
      why: 'first, because Express compares a path with that of every handler before its own',
    },
    { use: app.monitoring, why: 'without limit and authentication: a probe must not be refused' },
    { use: app.documentation, why: 'pages without authentication, before the limit' },
    { use: app.explorer, why: 'a browser that opens /graphql gets the page before the rules of the API' },
    { use: app.embed, why: 'a file of the server itself, before the limit' },
    { at: '/sites', use: openToAllOrigins, why: 'pages of any origin read the responses, also refusals by the limit' },
    {
      at: [linkedSitePath, ...linkedPages, '/calendars', '/dashboard'],
      use: hideFromSearch,
      why: 'for the pages, the API and their errors',
    },
    { at: linkedSitePath, use: hideReferrer, why: 'for the pages, the API and their errors' },
    { at: sitePath, use: app.siteFiles, why: 'before the limit, whose requests a customer needs for the pages' },
    {
      at: ['/graphql', '/mcp', '/session'],
      use: app.cors,
      why: 'before the limit: preflight requests are not counted',
    },
    {
      at: ['/graphql', '/mcp', '/session', '/partner', '/sites', ...dashboardRequests],
      use: withoutStore,
      why: 'also for refusals',
    },
    {
      at: ['/graphql', '/mcp', '/sites', ...dashboardRequests, ...unauthenticatedPaths],
      use: app.limit,
      why: 'before any work',
    },
    { use: app.unauthenticated, why: 'sessions, pages and notifications that need no API key' },
    { at: '/dashboard', use: app.dashboard, why: 'after the limit, which counts only its session and passwords' },
    { at: '/mcp', use: app.mcp, why: 'after the limit' },
    { at: sitePath, use: app.siteMcp, why: 'before the pages: a browser that opens it gets the refusal of its method' },
    { at: sitePath, use: app.bookingPages, why: 'pages for browsers; all other requests are for the public API' },
    { at: sitePath, use: app.publicApi, why: 'responds to everything that is left below a site' },
    {
      at: '/graphql',
      use: app.graphql,
      why: 'its last handler responds to all errors at this path, also of the limit',
    },
    { use: refuseUnknownPath, why: 'nothing above has responded' },
    {
      at: [sitePath, ...linkedPages],
      use: app.respondToPageErrors,
      why: 'a page gets a page, before errors become JSON',
    },
    { use: app.respondToErrors, why: 'for all that have no response to errors of their own' },
  ];
}

/**
 * Creates the web server: REST under `/api/v1`, its documentation at `/docs`, GraphQL over HTTP, WebSocket and
 * Server-Sent Events at `/graphql`, tools of agents at `/mcp`, the public API under `/sites/{subdomain}`, health checks and metrics. The host of a
 * site serves only the public API of that site.
 *
 * @param server receives the requests. It may listen already: then this replaces the handler of its requests.
 */
export async function createApp(dependencies: AppDependencies, server: Server = createServer()): Promise<App> {
  Object.assign(server, connectionLimits);
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', false);
  app.set('trust proxy', dependencies.config.trustedHops);
  const handlers = createHandlers(dependencies, server);
  for (const { at = '/', use } of handlersInOrder(handlers)) app.use(at, ...[use].flat());
  const drain = new Drain(server);
  server.removeAllListeners('request').on('request', (request, response) => {
    drain.watch(response);
    app(request, response);
  });
  const stopListening = dependencies.database.refusal.onChange((isRefused) => {
    if (isRefused) handlers.disconnectLive();
  });
  return {
    server,
    stop: async () => {
      stopListening();
      const drained = drain.end();
      await handlers.stopLive();
      await drained;
      await handlers.stop();
    },
  };
}

/** Creates the handlers of requests from the settings, the database and each other. Adds the WebSockets to the server. */
function createHandlers({ config, database, signal, clock, logger, metrics, demo }: AppDependencies, server: Server) {
  const unavailable = new RepeatedErrors(logger);
  // Errors of an unavailable database are one line a minute with their number. A paused account is no error.
  const logFailure = (err: unknown, message: string, fields: object = {}): void => {
    const level = levelOfFailure(err);
    if (level === 'warn') unavailable.log(err, message, fields);
    else logger[level]({ err, ...fields }, message);
  };
  const report = (err: unknown, requestId: string): void => {
    const work = currentWork();
    if (work && isPause(err)) work.isRefusedByPause = true;
    logFailure(err, 'request failed', { requestId });
  };
  const paymentProviders = createPaymentProviders(config.paymentProviderUrls);
  const openIdProviders = new OpenIdProviders({ allowPrivate: config.webhookPrivateTargets, clock });
  const tasks = new BackgroundTasks((err) => logFailure(err, 'a task of a request failed after its response'));
  const authenticator = createRequestAuthenticator({
    ...{ database, signal, clock, paymentProviders, openIdProviders, tasks },
    webhookPrivateTargets: config.webhookPrivateTargets,
    onError: (err) => logger[isPause(err) ? 'info' : 'warn']({ err }, 'the use of API keys was not stored'),
  });
  const { authenticate, authenticateKey, checkKey, visit } = authenticator;
  const rateLimiter = config.rateLimit === 'off' ? undefined : createRateLimiter(database, config.rateLimit);
  const policies = policyHeader(config.rateLimit, config.accountQuota);
  const limit: RequestHandler = async (request, response, next) => {
    response.setHeader('RateLimit-Policy', policies);
    const remaining = await rateLimiter?.consume(request);
    if (remaining) response.setHeader('RateLimit', remainingHeader('address', remaining.requests, remaining.seconds));
    next();
  };
  const limitFiles: RequestHandler = async (request, _response, next) => {
    await rateLimiter?.consumeFile(request);
    next();
  };
  const cors = openToOrigins(config.allowedOrigins);
  const findSite = siteFinder(config.siteDomain, config.publicUrl);
  const logRefusal = (refusal: RefusedAccess): void => logger.warn(refusal, 'access refused');
  const scopeSettings = { ...config, sends: { ...sendingChannels(config), demoSite: demo?.subdomain }, logRefusal };
  const open = (request: IncomingMessage): RequestScope =>
    openScope(request, scopeSettings, findSite(serverHostname(request, config.trustedHops)));
  const operations = bookingOperations();
  const quota = new RequestQuota(database.usage, config.accountQuota);
  metrics.watchAccounts(quota.counts);
  metrics.watchRequestLog(authenticator.requestsLeftOut);
  const { begin: beginRequest } = quota;
  const { privateApi, publicApi, pageApi } = createRestApis({ operations, authenticate, visit, beginRequest, report });
  const { allowedOrigins } = config;
  const mcp = mcpRouters({ operations, authenticate, visit, beginRequest, report, allowedOrigins });
  const graphql = serveGraphql({
    ...{ database, signal, logger, server, authenticate, authenticateKey, checkKey, beginRequest, report },
    allowedOrigins,
    headersOf: (request) => transportSecurity(request, config),
    openScope: open,
    limitRate: async (request) => {
      await rateLimiter?.consume(request);
    },
    limitMessages: async (request) => rateLimiter?.consumeMessage(request),
    reportOperation: (operation) => {
      metrics.operation(operation);
      logOperation(logger, operation);
    },
  });
  metrics.watchSubscribers(graphql.counts);
  const openRequest: RequestHandler = (request, response, next) => {
    response.set({ 'X-Request-Id': open(request).id, ...transportSecurity(request, config) });
    trackWrites(next);
  };
  const readiness = { findUnreadiness: () => database.refusal.findUnreadiness(), cell: database.cell };
  const isTrusted = (request: IncomingMessage): boolean => isInternal(request, config.trustedHops);
  const metricsHandlers =
    config.metricsPort === undefined ? [metricsPage(metrics, isTrusted), cellsPage(readiness, isTrusted)] : [];
  const describe = accountReader(operations);
  return {
    openRequest,
    logRequest: requestLog(
      logger,
      metrics,
      ['/graphql', '/mcp', '/docs', '/dashboard', ...unauthenticatedPaths],
      config.trustsTraceParent,
      authenticator.noteAnswer,
    ),
    rest: Router().use(
      cors,
      withoutStore,
      limit,
      descriptionDocuments({
        openApi: async () => openApi(operations),
        asyncApi: async (address) => {
          const document = asyncApi(openApi(operations));
          return address === '' ? document : servedAt(new URL(address), document);
        },
      }),
      privateApi,
    ),
    monitoring: [healthChecks(readiness), ...metricsHandlers],
    wellKnown: [securityContactRouter(config.securityContact, clock), robotsRouter()],
    documentation: documentationRouter(operations, { demo, hasDesign: !config.isProduction }),
    explorer: graphql.explorer,
    embed: embedRouter(),
    siteFiles: bookingAssetsRouter({ database, visit, limit: limitFiles }),
    cors,
    limit,
    unauthenticated: unauthenticatedRouter({
      ...{ database, clock, describe, paymentProviders, openIdProviders, logger },
      ...{ mail: config.mail, partnerToken: config.partnerToken },
    }),
    dashboard: dashboardRouter({ database, clock, tasks, checkKey, openIdProviders, demo }),
    mcp: mcp.ofAccount,
    siteMcp: mcp.ofSite,
    bookingPages: bookingPageRouter({ api: pageApi, visit, report }),
    publicApi,
    graphql: [noteDeprecatedScheme, ...graphql.handlers],
    respondToPageErrors: respondToEarlyErrors(report),
    respondToErrors: respondToErrors(report),
    disconnectLive: graphql.disconnectLive,
    stopLive: graphql.stopLive,
    stop: async () => {
      await tasks.settle();
      await graphql.stop();
      await authenticator.stop();
      await rateLimiter?.close();
    },
  };
}

const withoutStore: RequestHandler = (_request, response, next) => {
  response.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
  next();
};

/** REST also notes deprecated attributes. In GraphQL the schema marks those. */
const noteDeprecatedScheme: RequestHandler = (request, response, next) => {
  if (isBasic(request.headers.authorization)) {
    response.set(deprecationHeaders([basicAuthentication], scopeOf(request).address));
  }
  next();
};

const hideReferrer: RequestHandler = (_request, response, next) => {
  response.set('Referrer-Policy', 'no-referrer');
  next();
};

/** A link that somebody has published must not be found by a search. `/robots.txt` lets search engines read this header. */
const hideFromSearch: RequestHandler = (_request, response, next) => {
  response.set('X-Robots-Tag', 'noindex, nofollow');
  next();
};

/** Routes every request to the host of a site to the paths below `/sites/{subdomain}`. */
const routeSiteHosts: RequestHandler = (request, _response, next) => {
  const { site } = scopeOf(request);
  if (site !== undefined) request.url = `/sites/${site}${request.url}`;
  next();
};

const refuseUnknownPath: RequestHandler = (_request, _response, next) => next(notFound());

const refuseRepeatedHost: RequestHandler = (request, _response, next) => {
  next(hasRepeatedHost(request) ? invalid({ host: ['is invalid'] }) : undefined);
};

/** Responds to errors outside the gateways and GraphQL, such as exceeded rate limits and unknown paths. */
function respondToErrors(report: ReportError): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error);
    respondToError(request, response, withoutUriError(error), report);
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

/** In milliseconds. A client that uses its connection sends its next request sooner. */
const idleTimeout = 500;

/** In milliseconds. After this, connections of clients that send or read too slowly are closed. */
const drainTimeout = 10_000;

/** Ends an HTTP server without breaking the connections of clients that are using them. */
class Drain {
  readonly #server: Server;
  readonly #responses = new Set<ServerResponse>();

  constructor(server: Server) {
    this.#server = server;
  }

  /** Call it for the response of each request, before anything is written. */
  watch(response: ServerResponse): void {
    this.#responses.add(response);
    response.shouldKeepAlive &&= this.#server.listening;
    response.once('close', () => this.#responses.delete(response));
  }

  /**
   * Accepts no new connections. What has begun is answered with `Connection: close`, and so is a request that is on its way
   * on a kept connection. `close` of an HTTP server would reset that connection. Resolves once all connections are closed.
   */
  async end(): Promise<void> {
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(this.#server, () => resolve()));
    for (const response of this.#responses) response.shouldKeepAlive = false;
    // Also closes connections whose current response had already announced to keep them, once it has ended.
    const closeIdle = setInterval(() => this.#server.closeIdleConnections(), idleTimeout);
    const closeAll = setTimeout(() => this.#server.closeAllConnections(), drainTimeout);
    await closed;
    clearInterval(closeIdle);
    clearTimeout(closeAll);
  }
}
