import { createServer, type Server } from 'node:http';
import express from 'express';
import type { Database } from '../platform/database/database.js';
import type { Metrics } from './metrics.js';
import { healthChecks, metricsPage } from './monitoring.router.js';

/** What an operator asks a process of any role, at a port that is not for clients. Not yet listening. */
export function createMonitoringServer(database: Database, metrics: Metrics): Server {
  const app = express().disable('x-powered-by').use(healthChecks(database)).use(metricsPage(metrics));
  return createServer(app);
}
