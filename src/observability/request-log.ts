import type { RequestHandler } from 'express';
import type { Level, Logger } from 'pino';
import type { OperationReport } from '../graphql/operation-report.js';
import { factsOf } from '../http/request-facts.js';
import { requestIdOf } from '../http/request-id.js';
import type { Metrics } from './metrics.js';

/** The status of an answer that its client did not wait for, as proxies have it. */
const clientClosed = 499;

/** Asked every few seconds, by machines. */
const checks = ['/healthz', '/readyz', '/metrics'];

/**
 * One line for every request, when it is over: its id, account, operation, status and time, and nothing of what was sent
 * or answered. Measures it, too.
 *
 * @param addresses what stands beside the rows of the gateways, by the beginnings of its paths
 */
export function requestLog(logger: Logger, metrics: Metrics, addresses: readonly string[]): RequestHandler {
  const beside = [...addresses, ...checks];
  return (request, response, next) => {
    const begunAt = performance.now();
    response.on('close', () => {
      const path = request.originalUrl.split('?')[0] ?? '';
      const { account, operation, route = routeOf(path, beside) } = factsOf(request);
      const status = response.writableFinished ? response.statusCode : clientClosed;
      const ms = performance.now() - begunAt;
      metrics.request(request.method, route, status, ms / 1_000);
      const line = { account, operation, method: request.method, path: shown(path), route, status, ms: Math.round(ms) };
      logger[levelOf(route, status)]({ requestId: requestIdOf(request), ...line }, 'request');
    });
    next();
  };
}

function levelOf(route: string, status: number): Level {
  if (status >= 500) return 'error';
  return checks.includes(route) ? 'debug' : 'info';
}

function routeOf(path: string, addresses: readonly string[]): string {
  return addresses.find((address) => path === address || path.startsWith(`${address}/`)) ?? 'none';
}

/** Without what lets its reader in. */
function shown(path: string): string {
  return path.replace(/^(\/+(?:password|verify|calendars)\/).+/i, '$1…');
}

/** One line for every GraphQL operation, over HTTP or a socket. */
export function logOperation(logger: Logger, { seconds, ...operation }: OperationReport): void {
  const level = operation.outcome === 'failed' ? 'error' : 'info';
  logger[level]({ ...operation, ms: Math.round(seconds * 1_000) }, 'operation');
}
