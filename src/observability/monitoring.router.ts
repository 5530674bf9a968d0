import { type Request, Router } from 'express';
import { refuseOtherMethods } from '../http/other-methods.js';
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

export interface Readiness {
  /** Whether the database answers and is migrated, and what else the process needs is there. */
  isReady(): Promise<boolean>;
}

/** `/healthz` says whether the process answers, `/readyz` whether it is ready. */
export function healthChecks(readiness: Readiness): Router {
  const isReady = remembered(() => readiness.isReady(), readinessLasts);
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
