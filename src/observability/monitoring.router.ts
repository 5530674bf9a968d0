import type { Server } from 'node:http';
import { pipeline } from 'node:stream/promises';
import express, { type Request, Router } from 'express';
import { refuseOtherMethods, unavailableHeaders } from '../http/http-errors.js';
import type { Cell } from '../platform/cells/cell.js';
import { writeJson } from '../platform/cells/map-files.js';
import { build, version } from '../platform/project-root.js';
import type { Metrics } from './metrics.js';

/** In milliseconds. Anyone may request `/readyz`, so requests must not load the database. */
const readinessTtl = 1_000;

/** Wraps a function so that it is called at most once in `ttl` milliseconds; meanwhile its last result is returned. */
export function cached<Result>(
  read: () => Promise<Result>,
  ttl: number,
  now: () => number = () => performance.now(),
): () => Promise<Result> {
  let last: { at: number; result: Promise<Result> } | undefined;
  return () => {
    if (!last || now() - last.at >= ttl) last = { at: now(), result: read() };
    return last.result;
  };
}

export interface Readiness {
  /** The cell of the process, if the server has cells. */
  readonly cell?: Cell | undefined;
  /**
   * Returns why the process cannot serve requests, or undefined if it can: its database is available and migrated, and
   * all components have started.
   */
  findUnreadiness(): Promise<string | undefined>;
}

/** `/healthz`: the process runs. `/readyz`: it can serve requests. */
export function healthChecks(readiness: Readiness): Router {
  const findUnreadiness = cached(() => readiness.findUnreadiness(), readinessTtl);
  return Router()
    .get('/healthz', (_request, response) => {
      response.json({ status: 'ok', version, build, cell: readiness.cell?.name });
    })
    .get('/readyz', async (_request, response) => {
      const reason = await findUnreadiness();
      if (reason === undefined) return void response.json({ status: 'ok' });
      response.status(503).set(unavailableHeaders).json({ status: 'unavailable', reason });
    })
    .all(['/healthz', '/readyz'], refuseOtherMethods('GET'));
}

/** @param isInternal whether a request may read the metrics; for others the path does not exist */
export function metricsPage(metrics: Metrics, isInternal: (request: Request) => boolean = () => true): Router {
  return Router().get('/metrics', async (request, response, next) => {
    if (!isInternal(request)) return next();
    response.type(metrics.contentType).send(await metrics.text());
  });
}

/**
 * `/cells`: the map of the directory, for routers that do not read a file. Its ETag changes with its content. The path does
 * not exist without cells.
 *
 * @param isInternal whether a request may read it; for others the path does not exist
 */
export function cellsPage({ cell }: Readiness, isInternal: (request: Request) => boolean = () => true): Router {
  const readVersion = cell && cached(() => cell.directory.mapVersion(), readinessTtl);
  return Router().get('/cells', async (request, response, next) => {
    if (!readVersion || !isInternal(request)) return next();
    const version = await readVersion();
    response.set({ ...(version && { ETag: `"${version}"` }), 'Cache-Control': 'no-cache' }).type('json');
    if (request.fresh) return void response.status(304).end();
    // A client that has gone needs no answer, and one whose map is cut off sees that.
    await pipeline(writeJson(await cell.directory.routingMap()), response).catch(() => undefined);
  });
}

/** Serves metrics and health checks to operators on a server of its own, whose port clients do not reach. */
export function serveMonitoring(server: Server, readiness: Readiness, metrics: Metrics): void {
  const app = express()
    .disable('x-powered-by')
    .use(healthChecks(readiness))
    .use(metricsPage(metrics))
    .use(cellsPage(readiness));
  server.removeAllListeners('request').on('request', app);
}
