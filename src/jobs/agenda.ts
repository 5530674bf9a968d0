import { once } from 'node:events';
import { Agenda, exponential, InMemoryNotificationChannel, type Job, type JobNotification } from 'agenda';
import { isOutage, isPause, levelOfFailure } from '../platform/database/unavailable.js';
import { RepeatedErrors } from '../platform/repeated-errors.js';
import { beginTrace, continueTrace, currentTraceParent, runWork } from '../platform/tracing/tracer.js';
import {
  type GivenUpJob,
  type JobDefinition,
  type JobQueue,
  type JobReport,
  type JobRequest,
  RescheduledError,
} from './job-queue.js';
import { type JobStore, type JobStoreOptions, openJobStore } from './job-store.js';

export interface JobQueueOptions extends JobStoreOptions {
  /**
   * Stores a job that is given up; its key is free afterwards. If this throws, the job is retried. Called again for the
   * same job if a worker dies in between.
   */
  onGivenUp(job: GivenUpJob): Promise<void>;
  /**
   * Milliseconds between two polls for jobs that are due, 1,000 by default. A job that this process enqueues is found
   * at once.
   */
  pollInterval?: number;
  /**
   * Called after every run. Must not throw: a job that has succeeded would count as failed, and run again, and one
   * that is to be given up would be retried.
   */
  report?: ((report: JobReport) => void) | undefined;
}

/** Creates a queue that connects at its first call. */
export function createJobQueue(options: JobQueueOptions): JobQueue {
  return new AgendaJobQueue(options);
}

const defaultPollInterval = 1_000;
const defaultConcurrency = 10;
/**
 * The number of times beyond `maxAttempts` that a job may start without ending. Mostly its worker was killed, which is not its fault.
 */
const extraStarts = 10;

interface StoredData {
  key?: string;
  payload?: object;
  /** Continues the trace in which the job was enqueued, as a `traceparent` header. */
  traceParent?: string;
}

class AgendaJobQueue implements JobQueue {
  readonly #options: JobQueueOptions;
  readonly #errors: RepeatedErrors;
  readonly #running = new Set<Job>();
  #connection: Promise<{ agenda: Agenda; store: JobStore }> | undefined;
  #stopped: Promise<void> | undefined;

  constructor(options: JobQueueOptions) {
    this.#options = options;
    this.#errors = new RepeatedErrors(options.logger);
  }

  async enqueue({ name, key, data, at }: JobRequest): Promise<void> {
    const { agenda } = await this.#connect();
    const traceParent = currentTraceParent();
    const job = agenda.create<StoredData>(name, { key, payload: data, ...(traceParent && { traceParent }) });
    job.schedule(at ?? this.#options.clock.now());
    // Most duplicates are found before the insert. A violation of the unique index costs a connection: `pg.Pool` closes
    // it after any failed statement, and another takes 10 ms of CPU time.
    job.unique({ 'data.key': key }, { insertOnly: true });
    await ignoreDuplicate(job.save());
  }

  async start(definitions: readonly JobDefinition[]): Promise<void> {
    const { agenda } = await this.#connect();
    agenda.maxConcurrency(definitions.reduce((sum, definition) => sum + concurrencyOf(definition), 0));
    for (const definition of definitions) {
      this.#define(agenda, definition);
      const { name, every, formerNames = [] } = definition;
      for (const formerName of formerNames) await agenda.cancel({ name: formerName });
      if (every) await ignoreDuplicate(agenda.every(every, name, {}));
    }
    await agenda.start();
  }

  stop(timeout = 10_000): Promise<void> {
    this.#stopped ??= this.#stop(timeout);
    return this.#stopped;
  }

  async #stop(timeout: number): Promise<void> {
    const connection = await this.#connection?.catch(() => undefined);
    if (!connection) return;
    const { agenda, store } = connection;
    const signal = AbortSignal.timeout(timeout);
    store.repository.stopLocking();
    try {
      // Not `drain`, which keeps the locks of jobs that have not started.
      await agenda.stop(false);
      while (this.#running.size > 0 && !signal.aborted) await once(agenda, 'complete', { signal }).catch(() => {});
    } finally {
      await store.repository.settle(signal);
      await store.disconnect();
    }
  }

  #connect(): Promise<{ agenda: Agenda; store: JobStore }> {
    this.#connection ??= this.#open().catch((error) => {
      this.#connection = undefined;
      throw error;
    });
    return this.#connection;
  }

  async #open(): Promise<{ agenda: Agenda; store: JobStore }> {
    const { pollInterval = defaultPollInterval } = this.#options;
    const store = await openJobStore(this.#options);
    const agenda = new Agenda({
      backend: store,
      notificationChannel: new LocalNotificationChannel(),
      processEvery: pollInterval,
    });
    agenda.on('error', (err) => this.#errors.log(err, 'job queue'));
    agenda.on('start', (job) => this.#running.add(job));
    agenda.on('complete', (job) => {
      this.#running.delete(job);
      // Makes the processor look for the next job now instead of at its next poll.
      void agenda.publishJobNotification(job);
    });
    return { agenda, store };
  }

  #define(agenda: Agenda, definition: JobDefinition): void {
    const { name, lockSeconds, maxAttempts, retryDelaySeconds = 1, every } = definition;
    const delay = retryDelaySeconds * 1_000;
    const concurrency = concurrencyOf(definition);
    agenda.define<StoredData>(
      name,
      async (job) => {
        if (this.#stopped) {
          job.attrs.nextRunAt = job.attrs.lastRunAt ?? null; // Hands it back for another worker.
          return;
        }
        await this.#run(definition, job);
        if (every) return;
        await job.remove();
        const following = definition.afterSuccess?.(job.attrs.data.payload ?? {});
        await following?.catch((err) => this.#options.logger.warn({ err, job: name }, 'afterSuccess of a job failed'));
      },
      {
        lockLifetime: lockSeconds * 1_000,
        concurrency,
        // Otherwise this process would lock more jobs than it can run, and other processes could not run them.
        lockLimit: concurrency,
        backoff: exponential({
          delay,
          maxDelay: delay * 2 ** (maxAttempts - 1),
          maxRetries: every ? maxAttempts - 1 : Infinity,
        }),
      },
    );
  }

  /** Runs a job. Returns normally if the job is given up, so that Agenda removes it. */
  async #run({ run, maxAttempts, every }: JobDefinition, job: Job<StoredData>): Promise<void> {
    const { key, payload: data = {} } = job.attrs.data;
    const unfinished = job.attrs.progress ?? 0;
    const isExhausted = unfinished >= maxAttempts + extraStarts;
    const startedAt = performance.now();
    try {
      if (isExhausted) throw new Error(`started ${unfinished} times without an end`);
      await inTraceOf(job, every !== undefined, () =>
        run(data, {
          touch: () => job.touch(job.attrs.progress),
          isStopping: () => this.#stopped !== undefined,
        }),
      );
      this.#report(job, 'done', startedAt);
    } catch (error) {
      if (error instanceof RescheduledError) return this.#report(job, 'failed', startedAt, { err: error });
      const failures = (job.attrs.failCount ?? 0) + (isExhausted ? 0 : 1);
      // An unavailable database is not the fault of the job: giving it up would lose work that is merely late.
      const isLast = !every && key !== undefined && ((failures >= maxAttempts && !isOutage(error)) || isExhausted);
      this.#report(job, isLast ? 'given_up' : 'failed', startedAt, { err: error, failures, unfinished });
      if (!isLast) throw error;
      await this.#options.onGivenUp({ name: job.attrs.name, key, data, error, attempts: failures + unfinished });
    }
  }

  #report(
    { attrs }: Job<StoredData>,
    outcome: JobReport['outcome'],
    startedAt: number,
    failure?: { err: unknown; failures?: number; unfinished?: number },
  ): void {
    const { logger, report } = this.#options;
    const ms = performance.now() - startedAt;
    const line = { job: attrs.name, key: attrs.data.key, account: accountOf(attrs.data), outcome, ms: Math.round(ms) };
    logger[isPause(failure?.err) ? 'info' : levels[outcome]]({ ...line, ...failure }, 'job');
    const isUnavailability = failure !== undefined && levelOfFailure(failure.err) === 'warn';
    if (isUnavailability) this.#errors.log(failure.err, 'job failed', { job: attrs.name });
    report?.({ job: attrs.name, outcome, seconds: ms / 1_000 });
  }
}

/**
 * Runs a job in the trace in which it was enqueued. A recurring job begins one of its own; a job whose change was not
 * sampled is not traced.
 */
function inTraceOf({ attrs }: Job<StoredData>, isRecurring: boolean, run: () => Promise<void>): Promise<void> {
  const { name, data } = attrs;
  const account = accountOf(data);
  return runWork({ job: name, account }, () => {
    const describe = () => ({
      name: `job ${name}`,
      kind: 'consumer' as const,
      attributes: {
        'messaging.system': 'agenda',
        'messaging.operation.type': 'process',
        'messaging.destination.name': name,
        'booking.account.id': account,
      },
    });
    return isRecurring ? beginTrace(describe, run) : continueTrace(data.traceParent, describe, run);
  });
}

const levels = { done: 'debug', failed: 'warn', given_up: 'error' } as const;

const concurrencyOf = ({ every, concurrency = every ? 1 : defaultConcurrency }: JobDefinition): number => concurrency;

function accountOf({ payload }: StoredData): number | undefined {
  const id = payload && 'accountId' in payload ? payload.accountId : undefined;
  return typeof id === 'number' ? id : undefined;
}

/** Wakes the processor of this process, without delaying `enqueue`. Other processes find the job at their next poll. */
class LocalNotificationChannel extends InMemoryNotificationChannel {
  override async publish(notice: JobNotification): Promise<void> {
    setImmediate(() => void this.notifyHandlers(notice));
  }
}

const postgresUniqueViolation = '23505';
const mongoDuplicateKey = 11_000;

/** Ignores the violation of the unique index: the job is stored already. */
async function ignoreDuplicate(save: Promise<unknown>): Promise<void> {
  try {
    await save;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== postgresUniqueViolation && code !== mongoDuplicateKey) throw error;
  }
}
