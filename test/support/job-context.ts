import { EventEmitter } from 'node:events';
import { changeReader } from '../../src/graphql/operations.js';
import type { CreateJob, JobContext, JobSettings } from '../../src/jobs/job-context.js';
import type { JobDefinition, JobRequest } from '../../src/jobs/job-queue.js';
import { jobs } from '../../src/jobs/jobs.js';
import type { Database } from '../../src/platform/database/database.js';
import type { Clock } from '../../src/platform/time/clock.js';

interface OfServer {
  database: Database;
  clock: Clock;
}

/** Settings of jobs without a mail server and SMS gateway, on a server with an address. */
export function jobSettings({ database, clock }: OfServer, settings: Partial<JobSettings> = {}): JobSettings {
  return {
    database,
    clock,
    links: { address: 'https://book.example.org', siteDomain: undefined },
    senders: {},
    webHooks: { show: changeReader(), retryBase: 1_000, allowPrivate: true, reportAttempt: () => {} },
    // The clocks of tests are months behind that of the database, by which history is deleted.
    retentionDays: 3_650,
    ...settings,
  };
}

/** The context of a job that a test runs without a queue. What the job enqueues is in `enqueued`. */
export function jobContext(
  server: OfServer,
  context: Partial<JobContext> = {},
): JobContext & { readonly enqueued: JobRequest[] } {
  const enqueued: JobRequest[] = [];
  const created: JobContext & { enqueued: JobRequest[] } = {
    ...jobSettings(server),
    enqueue: async (request) => void enqueued.push(request),
    toServerTime: async (request) => request,
    run: ({ name, data }, job) => findJob(created, name).run(data, job),
    plannedDeliveries: new EventEmitter(),
    enqueued,
    ...context,
  };
  return created;
}

/** Creates the job with a name. */
export function findJob(context: JobContext, name: string): JobDefinition {
  const definition = jobs.map((create) => create(context)).find((one) => one.name === name);
  if (!definition) throw new Error(`no job ${name}`);
  return definition;
}

/** A run that no worker stops and whose lock does not expire. */
export const running = { touch: async () => {}, isStopping: () => false };

/** Returns all jobs, of which one does something else. */
export function jobsWith(name: string, run: (context: JobContext) => JobDefinition['run']): CreateJob[] {
  return jobs.map((create) => (context) => {
    const definition = create(context);
    return definition.name === name ? { ...definition, run: run(context) } : definition;
  });
}
