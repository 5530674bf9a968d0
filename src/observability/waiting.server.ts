import { createServer, type Server } from 'node:http';
import express from 'express';
import { unavailableHeaders } from '../http/error-headers.js';
import { healthChecks } from './monitoring.router.js';

/** Answers while a process waits for its database: it is healthy, not ready, and everything else is a 503. */
export function createWaitingServer(): Server {
  const app = express().disable('x-powered-by');
  app.use(healthChecks({ isReady: async () => false }));
  app.use((_request, response) => void response.status(503).set(unavailableHeaders).json({ error: 'system error' }));
  return createServer(app);
}
