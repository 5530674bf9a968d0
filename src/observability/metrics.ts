import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { OperationReport } from '../graphql/operation-report.js';
import { type JobReport, relayConsumer } from '../jobs/job-queue.js';
import { maxCounted, readRelayBacklog } from '../outbox/backlog.js';
import type { Database } from '../platform/database/database.js';
import { readBacklog } from './backlog.js';

/** How many there are at this moment. */
export interface LiveCounts {
  sockets: number;
  subscriptions: number;
}

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * What an operator watches of one process, in the form of Prometheus. Labels are names of ours: routes, jobs, outcomes;
 * never what a client has chosen, so that their number is bounded.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Histogram({
    name: 'booking_http_request_seconds',
    help: 'HTTP requests, by method, route and status; the status 499 is a client that did not wait.',
    labelNames: ['method', 'route', 'status'],
    buckets: seconds,
    registers: [this.#registry],
  });
  readonly #operations = new Histogram({
    name: 'booking_graphql_operation_seconds',
    help: 'GraphQL operations over HTTP and sockets, by kind and outcome; of a subscription, until it has begun.',
    labelNames: ['kind', 'outcome'],
    buckets: seconds,
    registers: [this.#registry],
  });
  readonly #jobs = new Histogram({
    name: 'booking_job_seconds',
    help: 'Runs of background jobs, by name and outcome.',
    labelNames: ['job', 'outcome'],
    buckets: seconds,
    registers: [this.#registry],
  });
  readonly #deliveries = new Histogram({
    name: 'booking_webhook_try_seconds',
    help: 'Tries to deliver to a webhook, by outcome: delivered, to be retried, or failed for good.',
    labelNames: ['outcome'],
    buckets: seconds,
    registers: [this.#registry],
  });

  readonly #lagChanges = new Gauge({
    name: 'booking_relay_lag_changes',
    help: `Committed changes of all accounts of which no jobs are made yet, ${maxCounted} at most.`,
    registers: [this.#registry],
  });
  readonly #lagSeconds = new Gauge({
    name: 'booking_relay_lag_seconds',
    help: 'How long ago the oldest of them was made.',
    registers: [this.#registry],
  });
  readonly #failedJobs = new Gauge({
    name: 'booking_failed_jobs',
    help: `Background jobs of all accounts that were given up and not restarted, ${maxCounted} at most.`,
    registers: [this.#registry],
  });
  readonly #unsentMessages = new Gauge({
    name: 'booking_unsent_messages',
    help: `Messages of all accounts that are not sent, ${maxCounted} at most of each state: queued (or being sent), unsent (nothing is configured to send them), failed.`,
    labelNames: ['state'],
    registers: [this.#registry],
  });
  readonly #pendingDeliveries = new Gauge({
    name: 'booking_pending_deliveries',
    help: `Webhook deliveries of all accounts that are still to be made or retried, ${maxCounted} at most.`,
    registers: [this.#registry],
  });
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
    this.#addConnections();
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  async text(): Promise<string> {
    await Promise.all([this.#measureRelayLag(), this.#measureBacklog()]);
    return this.#registry.metrics();
  }

  request(method: string, route: string, status: number, took: number): void {
    this.#requests.observe({ method, route, status: String(status) }, took);
  }

  operation({ kind, outcome, seconds: took }: OperationReport): void {
    this.#operations.observe({ kind, outcome }, took);
  }

  job({ job, outcome, seconds: took }: JobReport): void {
    this.#jobs.observe({ job, outcome }, took);
  }

  delivery(outcome: string, took: number): void {
    this.#deliveries.observe({ outcome }, took);
  }

  /** Adds memory, processor, event loop and garbage collection of this process. */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.#registry });
  }

  /** Adds what a process with subscribers has. */
  watchSubscribers(count: () => LiveCounts): void {
    const gauge: Gauge<'of'> = new Gauge({
      name: 'booking_live',
      help: 'Open WebSockets, and subscriptions on them.',
      labelNames: ['of'],
      registers: [this.#registry],
      collect: () => {
        const { sockets, subscriptions } = count();
        gauge.set({ of: 'sockets' }, sockets);
        gauge.set({ of: 'subscriptions' }, subscriptions);
      },
    });
  }

  #addConnections(): void {
    const gauge: Gauge<'state'> = new Gauge({
      name: 'booking_database_connections',
      help: 'Connections of this process to the database, in use and idle; `waiting` are requests for one.',
      labelNames: ['state'],
      registers: [this.#registry],
      collect: () => {
        const { used, idle, waiting } = this.#database.connections();
        gauge.set({ state: 'used' }, used);
        gauge.set({ state: 'idle' }, idle);
        gauge.set({ state: 'waiting' }, waiting);
      },
    });
  }

  async #measureRelayLag(): Promise<void> {
    const lag = await readRelayBacklog(this.#database, relayConsumer);
    this.#lagChanges.set(lag?.changes ?? Number.NaN);
    this.#lagSeconds.set(lag?.seconds ?? Number.NaN);
  }

  async #measureBacklog(): Promise<void> {
    const backlog = await readBacklog(this.#database);
    this.#failedJobs.set(backlog?.failedJobs ?? Number.NaN);
    this.#pendingDeliveries.set(backlog?.pendingDeliveries ?? Number.NaN);
    this.#unsentMessages.set({ state: 'queued' }, backlog?.queuedMessages ?? Number.NaN);
    this.#unsentMessages.set({ state: 'unsent' }, backlog?.unsentMessages ?? Number.NaN);
    this.#unsentMessages.set({ state: 'failed' }, backlog?.failedMessages ?? Number.NaN);
  }
}
