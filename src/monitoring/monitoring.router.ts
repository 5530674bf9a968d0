import { type Request, Router } from 'express';
import type { Database } from '../platform/database/database.js';
import { refuseOtherMethods } from '../platform/other-methods.js';
import type { Metrics } from './metrics.js';

/** Whether the process answers, and whether its database does and is migrated. */
export function healthChecks(database: Pick<Database, 'isReady'>): Router {
  return Router()
    .get('/healthz', (_request, response) => {
      response.json({ status: 'ok' });
    })
    .get('/readyz', async (_request, response) => {
      const ready = await database.isReady();
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
