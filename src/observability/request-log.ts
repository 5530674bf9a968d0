import type { Request, RequestHandler } from 'express';
import type { Level, Logger } from 'pino';
import type { OperationReport } from '../graphql/operation-report.js';
import { type AnsweredScope, scopeOf } from '../http/request-scope.js';
import { runWork, type Span, tracerOfProcess } from '../platform/tracing/tracer.js';
import type { Metrics } from './metrics.js';

/** Nginx's status for a connection that the client closed before the response. */
const clientClosedRequest = 499;

/** Requested every few seconds by machines, and logged at level debug. */
const monitoringPaths = ['/healthz', '/readyz', '/metrics'];

/**
 * Logs a line for every request when it ends: id, client, account, key, operation, status, the names of refused attributes, and
 * duration, but no input or output. Also
 * observes the metrics.
 *
 * @param onAnswered called for each request that has ended
 * @param prefixes path prefixes outside the REST API, used as the route of their requests
 * @param trustsParent whether a trace continues that of the `traceparent` header
 */
export function requestLog(
  logger: Logger,
  metrics: Metrics,
  prefixes: readonly string[],
  trustsParent: boolean,
  onAnswered: (request: AnsweredScope) => void,
): RequestHandler {
  const otherRoutes = [...prefixes, ...monitoringPaths];
  return (request, response, next) => {
    const startedAt = performance.now();
    const span = startRequest(request, trustsParent);
    response.on('close', () => {
      const path = request.originalUrl.split('?')[0] ?? '';
      const scope = scopeOf(request);
      const { id: requestId, account, key, operation, refusedFor, route = routeOf(path, otherRoutes) } = scope;
      const status = response.writableFinished ? response.statusCode : clientClosedRequest;
      const ms = performance.now() - startedAt;
      metrics.request(request.method, route, status, ms / 1_000);
      onAnswered({ scope, method: request.method, route, status, ms });
      const line = {
        client: scope.clientAddress,
        account,
        key,
        operation,
        method: request.method,
        path: redacted(path),
        route,
        status,
        refusedFor,
        ms: Math.round(ms),
      };
      const level = levelOf(route, status, scope.isRefusedByPause);
      logger[level]({ requestId, ...(span && { trace_id: span.traceId }), ...line }, 'request');
      if (span) endRequest(span, `${request.method} ${route}`, { ...line, requestId });
    });
    runWork(scopeOf(request), () => (span ? tracerOfProcess()?.run(span, next) : next()));
  };
}

/** Begins the trace of a request. Probes have none. */
function startRequest({ method, headers, originalUrl }: Request, trustsParent: boolean): Span | undefined {
  const tracer = tracerOfProcess();
  if (!tracer || monitoringPaths.includes(originalUrl)) return undefined;
  const { traceparent } = headers;
  return tracer.start(
    method,
    { kind: 'server', attributes: { 'http.request.method': method } },
    trustsParent && typeof traceparent === 'string' ? traceparent : undefined,
  );
}

interface EndedRequest {
  requestId: string;
  route: string;
  status: number;
  account: number | undefined;
  key: number | undefined;
  refusedFor: readonly string[] | undefined;
}

function endRequest(span: Span, name: string, request: EndedRequest): void {
  const { requestId, route, status, account, key, refusedFor } = request;
  const attributes = {
    'http.route': route,
    'http.response.status_code': status,
    'booking.account.id': account,
    'booking.api_key.id': key,
    'booking.request.id': requestId,
    'booking.refused_for': refusedFor?.join(' '),
  };
  span.update(attributes, name);
  if (status >= 500) span.fail(String(status));
  span.end();
}

function levelOf(route: string, status: number, isRefusedByPause = false): Level {
  // An unavailable database has an error line of its own, at most once a minute.
  if (status === 503) return isRefusedByPause ? 'info' : 'warn';
  if (status >= 500) return 'error';
  return monitoringPaths.includes(route) ? 'debug' : 'info';
}

function routeOf(path: string, prefixes: readonly string[]): string {
  return prefixes.find((prefix) => path === prefix || path.startsWith(`${prefix}/`)) ?? 'none';
}

/** Removes tokens from the path. Those of public sites are a number, a hyphen and at least 22 random characters. */
function redacted(path: string): string {
  const shown = path.replace(/^(\/+(?:password|verify|calendars)\/).+/i, '$1…');
  return shown.startsWith('/api/') ? shown : shown.replaceAll(/\/\d{1,9}-[\w-]{22,}/g, '/…');
}

/** Logs a line for every GraphQL operation, over HTTP or WebSocket. */
export function logOperation(logger: Logger, { seconds, level, ...operation }: OperationReport): void {
  logger[level]({ ...operation, ms: Math.round(seconds * 1_000) }, 'operation');
}
