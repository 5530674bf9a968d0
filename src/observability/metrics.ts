import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { OperationReport } from '../graphql/operation-report.js';
import type { JobReport } from '../jobs/job-queue.js';
import { AccountsBehind, maxCounted, readRelayBacklog, relayConsumer } from '../outbox/backlog.js';
import type { Database } from '../platform/database/database.js';
import type { Replicas } from '../platform/database/replicas.js';
import { version } from '../platform/project-root.js';
import { addAccountMetrics, addRequestMetrics, type RequestCounts } from './account-metrics.js';

/** The open connections of a transport, by its kind, and the subscriptions on them. */
export type LiveCounts = Partial<Record<'sockets' | 'streams' | 'subscriptions', number>>;

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * The Prometheus metrics of one process. Labels are our own names, such as routes, jobs and outcomes, and never text from
 * a client, and at most ten accounts, so that the number of time series is bounded.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Histogram({
    name: 'booking_http_request_seconds',
    help: 'HTTP requests by method, route and status. 499: the client closed the connection before the response.',
    labelNames: ['method', 'route', 'status'],
    buckets: seconds,
    registers: [this.#registry],
  });
  readonly #operations = new Histogram({
    name: 'booking_graphql_operation_seconds',
    help: 'GraphQL operations over HTTP, WebSocket and Server-Sent Events by kind and outcome. For subscriptions, the time until they start.',
    labelNames: ['kind', 'outcome'],
    buckets: seconds,
    registers: [this.#registry],
  });
  readonly #jobs = new Histogram({
    name: 'booking_job_seconds',
    help: 'Runs of background jobs by name and outcome.',
    labelNames: ['job', 'outcome'],
    buckets: seconds,
    registers: [this.#registry],
  });
  readonly #deliveries = new Histogram({
    name: 'booking_webhook_try_seconds',
    help: 'Attempts of webhook deliveries by outcome: delivered, to be retried, or failed for good.',
    labelNames: ['outcome'],
    buckets: seconds,
    registers: [this.#registry],
  });

  readonly #backlogChanges = new Gauge({
    name: 'booking_relay_lag_changes',
    help: `Committed changes of all accounts that were not relayed to jobs yet, at most ${maxCounted}.`,
    registers: [this.#registry],
  });
  readonly #backlogSeconds = new Gauge({
    name: 'booking_relay_lag_seconds',
    help: 'Age of the oldest change that was not relayed yet.',
    registers: [this.#registry],
  });
  readonly #relayBlocked = new Gauge({
    name: 'booking_relay_blocked_seconds',
    help: 'How long the worker of this process has seen an open transaction of the database hold changes back, 0 if none does.',
    registers: [this.#registry],
  });
  readonly #failedJobs = new Gauge({
    name: 'booking_failed_jobs',
    help: `Background jobs of all accounts that were given up and not restarted, at most ${maxCounted}.`,
    registers: [this.#registry],
  });
  readonly #unsentMessages = new Gauge({
    name: 'booking_unsent_messages',
    help: `Messages of all accounts that are not sent, at most ${maxCounted} per state: queued (or being sent), unsent (no mail server or SMS gateway), failed.`,
    labelNames: ['state'],
    registers: [this.#registry],
  });
  readonly #pendingDeliveries = new Gauge({
    name: 'booking_pending_deliveries',
    help: `Webhook deliveries of all accounts to be made or retried, at most ${maxCounted}.`,
    registers: [this.#registry],
  });
  readonly #database: Database;
  readonly #accountsBehind = new AccountsBehind(relayConsumer);

  constructor(database: Database) {
    this.#database = database;
    if (database.cell) this.#registry.setDefaultLabels({ cell: database.cell.name });
    const build: Gauge<'version'> = new Gauge({
      name: 'booking_build_info',
      help: 'Always 1: the version of the program is a label.',
      labelNames: ['version'],
      registers: [this.#registry],
    });
    build.set({ version }, 1);
    this.#addConnections();
    addAccountMetrics(this.#registry, database.usage);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  async text(): Promise<string> {
    await Promise.all([this.#measureRelayBacklog(), this.#measurePendingWork()]);
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

  relayBlocked(took: number): void {
    this.#relayBlocked.set(took);
  }

  /** Adds memory, CPU, event loop and garbage collection of this process. */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.#registry });
  }

  /** Adds the counts of sockets, streams and subscriptions of a web process. */
  watchSubscribers(transports: readonly (() => LiveCounts)[]): void {
    const gauge: Gauge<'of'> = new Gauge({
      name: 'booking_live',
      help: 'Open WebSockets, open streams of Server-Sent Events, and the subscriptions on both.',
      labelNames: ['of'],
      registers: [this.#registry],
      collect: () => {
        gauge.reset();
        for (const count of transports) {
          for (const [of, number] of Object.entries(count())) gauge.inc({ of }, number);
        }
      },
    });
  }

  /** Adds the requests of accounts in a web process. */
  watchAccounts(counts: RequestCounts): void {
    addRequestMetrics(this.#registry, counts);
  }

  /** Adds the requests that the log of API keys leaves out. */
  watchRequestLog(leftOut: Readonly<Record<'excess' | 'failed', number>>): void {
    const counter: Counter<'reason'> = new Counter({
      name: 'booking_requests_left_out_total',
      help: 'Requests with API keys that their log (apiRequests) does not have by reason: excess, too many in a second, or failed, not written.',
      labelNames: ['reason'],
      registers: [this.#registry],
      collect: () => {
        counter.reset();
        for (const [reason, count] of Object.entries(leftOut)) counter.inc({ reason }, count);
      },
    });
  }

  /** Adds the connections, the lag and the use of read replicas. Replicas are named by host and port. */
  watchReplicas(replicas: Replicas): void {
    const connections: Gauge<'replica' | 'state'> = new Gauge({
      name: 'booking_replica_connections',
      help: 'Connections of this process to each read replica: in use, idle, and requests waiting for one.',
      labelNames: ['replica', 'state'],
      registers: [this.#registry],
      collect: () => {
        for (const [replica, counts] of replicas.connections()) {
          for (const [state, count] of Object.entries(counts)) connections.set({ replica, state }, count);
        }
      },
    });
    const lag: Gauge<'replica'> = new Gauge({
      name: 'booking_replica_lag_seconds',
      help: 'How far each read replica is behind: the age of the last commit that it has replayed, 0 if that is the last one. NaN if it does not answer or is no standby of the primary.',
      labelNames: ['replica'],
      registers: [this.#registry],
      collect: async () => {
        for (const [replica, behind] of await replicas.lags(this.#database.session)) lag.set({ replica }, behind);
      },
    });
    const reads: Counter<'replica' | 'outcome'> = new Counter({
      name: 'booking_replica_reads_total',
      help: 'Requests that might be read from a replica by outcome: replica, or why the primary answered: left_alone, unreachable, foreign, behind, lagging, conflict, failed.',
      labelNames: ['replica', 'outcome'],
      registers: [this.#registry],
      collect: () => {
        reads.reset();
        for (const { count, ...labels } of replicas.outcomes()) reads.inc(labels, count);
      },
    });
  }

  #addConnections(): void {
    const gauge: Gauge<'state'> = new Gauge({
      name: 'booking_database_connections',
      help: 'Connections of this process to the database: in use, idle, and requests waiting for one.',
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

  async #measureRelayBacklog(): Promise<void> {
    const backlog = await readRelayBacklog(this.#database, this.#accountsBehind);
    this.#backlogChanges.set(backlog?.changes ?? Number.NaN);
    this.#backlogSeconds.set(backlog?.seconds ?? Number.NaN);
  }

  async #measurePendingWork(): Promise<void> {
    const work = await readPendingWork(this.#database);
    this.#failedJobs.set(work?.failedJobs ?? Number.NaN);
    this.#pendingDeliveries.set(work?.pendingDeliveries ?? Number.NaN);
    this.#unsentMessages.set({ state: 'queued' }, work?.queuedMessages ?? Number.NaN);
    this.#unsentMessages.set({ state: 'unsent' }, work?.unsentMessages ?? Number.NaN);
    this.#unsentMessages.set({ state: 'failed' }, work?.failedMessages ?? Number.NaN);
  }
}

/** Counts of unfinished work of all accounts, each at most `maxCounted`. */
interface PendingWork {
  failedJobs: number;
  pendingDeliveries: number;
  /** Messages that are to be sent, or are being sent. */
  queuedMessages: number;
  /** Messages without a mail server or SMS gateway to send them. */
  unsentMessages: number;
  failedMessages: number;
}

const counted = (rows: string): string =>
  `(select count(*)::integer from (select from ${rows} limit bound.rows) counted)`;

/** Returns undefined if the database is unavailable. Every count reads a partial index, or a table of few rows. */
async function readPendingWork({ session }: Database): Promise<PendingWork | undefined> {
  const query = session.execute<PendingWork>(
    `select ${counted('failed_job')} as "failedJobs",
       ${counted(`web_hook_delivery where state = 'pending'`)} as "pendingDeliveries",
       ${counted(`message where state in ('queued', 'sending')`)} as "queuedMessages",
       ${counted(`message where state = 'unsent'`)} as "unsentMessages",
       ${counted(`message where state = 'failed'`)} as "failedMessages"
     from (select $1::integer as rows) bound`,
    [maxCounted],
  );
  return query.then(
    ([work]) => work,
    () => undefined,
  );
}
