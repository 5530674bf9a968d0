import { createServer, type Server } from 'node:http';
import express from 'express';
import { unavailableHeaders } from '../http/error-headers.js';
import { healthChecks } from './monitoring.router.js';

/** Serves clients while a process waits for its database: `/healthz` succeeds, everything else is 503. */
export function createStartupServer(): Server {
  const app = express().disable('x-powered-by');
  app.use(healthChecks({ isReady: async () => false }));
  app.use((_request, response) => void response.status(503).set(unavailableHeaders).json({ error: 'system error' }));
  return createServer(app);
}
