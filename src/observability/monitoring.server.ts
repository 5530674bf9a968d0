import { createServer, type Server } from 'node:http';
import express from 'express';
import type { Metrics } from './metrics.js';
import { healthChecks, metricsPage, type Readiness } from './monitoring.router.js';

/** Serves metrics and health checks to operators, on a port that clients do not reach. */
export function createMonitoringServer(readiness: Readiness, metrics: Metrics): Server {
  const app = express().disable('x-powered-by').use(healthChecks(readiness)).use(metricsPage(metrics));
  return createServer(app);
}
