import type { Server } from 'node:http';
import express from 'express';
import type { Metrics } from './metrics.js';
import { healthChecks, metricsPage, type Readiness } from './monitoring.router.js';

/** Makes a server answer operators with metrics and health checks, on a port that clients do not reach. */
export function serveMonitoring(server: Server, readiness: Readiness, metrics: Metrics): void {
  const app = express().disable('x-powered-by').use(healthChecks(readiness)).use(metricsPage(metrics));
  server.removeAllListeners('request').on('request', app);
}
