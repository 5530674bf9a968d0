import type { Logger } from 'pino';
import type { DemoEntry } from '../http/dashboard/demo-links.js';
import type { Metrics } from '../observability/metrics.js';
import type { ChangeSignal } from '../outbox/signal.js';
import type { Database } from '../platform/database/database.js';
import type { Clock } from '../platform/time/clock.js';
import type { Config } from './config.js';

/** Shared by all components of the server. */
export interface Dependencies {
  config: Config;
  database: Database;
  signal: ChangeSignal;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  /** The demo account, if there is one. */
  demo?: DemoEntry | undefined;
  /** Aborts the start while it waits for the database or the job store. */
  abort: AbortSignal;
  /** Returns why this process cannot serve requests, or undefined if all has started and its database is available. */
  findUnreadiness(): Promise<string | undefined>;
}

/** The web server, the monitoring server or the worker. */
export interface Component {
  lines: string[];
  stop(): Promise<void>;
}
