import { createServer, type Server } from 'node:http';
import express from 'express';
import type { Metrics } from './metrics.js';
import { healthChecks, metricsPage, type Readiness } from './monitoring.router.js';

/** What an operator asks a process of any role, at a port that is not for clients. Not yet listening. */
export function createMonitoringServer(readiness: Readiness, metrics: Metrics): Server {
  const app = express().disable('x-powered-by').use(healthChecks(readiness)).use(metricsPage(metrics));
  return createServer(app);
}
