import type { RequestListener, Server } from 'node:http';
import { unavailableHeaders } from '../http/http-errors.js';
import { version } from '../platform/project-root.js';

/**
 * Serves clients while a process starts: `/healthz` succeeds, everything else is 503. Without Express, so that the port
 * answers before anything is loaded.
 *
 * @param step says what the process does at present
 */
export function startupHandler(step: () => string): RequestListener {
  return ({ url = '' }, response) => {
    const path = url.split('?', 1)[0];
    const isHealthy = path === '/healthz';
    const body = isHealthy
      ? { status: 'ok', version }
      : path === '/readyz'
        ? { status: 'unavailable', reason: step() }
        : { error: 'system error' };
    response.writeHead(isHealthy ? 200 : 503, {
      'Content-Type': 'application/json; charset=utf-8',
      ...(!isHealthy && unavailableHeaders),
    });
    response.end(JSON.stringify(body));
  };
}

/** Default of Node, in milliseconds. */
const headersTimeout = 60_000;

/**
 * Keeps idle connections for `milliseconds`. A proxy that keeps them longer than this server sends requests on connections
 * that are just being closed, and answers them with 502. The headers of a request may take as long as the connection may be idle.
 */
export function setKeepAlive(server: Server, milliseconds: number): void {
  server.keepAliveTimeout = milliseconds;
  server.headersTimeout = Math.max(headersTimeout, milliseconds + 1_000);
}
