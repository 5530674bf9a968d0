import { type Request, Router } from 'express';
import type { Database } from '../platform/database/database.js';
import { refuseOtherMethods } from '../platform/other-methods.js';
import type { Metrics } from './metrics.js';

/** In milliseconds. Anybody may ask, so that asking must not load the database. */
const readinessLasts = 1_000;

/** Calls `read` at most once in so many milliseconds, and gives its last result meanwhile. */
export function remembered<Result>(
  read: () => Promise<Result>,
  lasts: number,
  now: () => number = () => performance.now(),
): () => Promise<Result> {
  let last: { at: number; result: Promise<Result> } | undefined;
  return () => {
    if (!last || now() - last.at >= lasts) last = { at: now(), result: read() };
    return last.result;
  };
}

/** Whether the process answers, and whether its database does and is migrated. */
export function healthChecks(database: Pick<Database, 'isReady'>): Router {
  const isReady = remembered(() => database.isReady(), readinessLasts);
  return Router()
    .get('/healthz', (_request, response) => {
      response.json({ status: 'ok' });
    })
    .get('/readyz', async (_request, response) => {
      const ready = await isReady();
      response.status(ready ? 200 : 503).json({ status: ready ? 'ok' : 'unavailable' });
    })
    .all(['/healthz', '/readyz'], refuseOtherMethods('GET'));
}

/** @param isFromInside who may read it; for others there is no such page */
export function metricsPage(metrics: Metrics, isFromInside: (request: Request) => boolean = () => true): Router {
  return Router().get('/metrics', async (request, response, next) => {
    if (!isFromInside(request)) return next();
    response.type(metrics.contentType).send(await metrics.text());
  });
}
