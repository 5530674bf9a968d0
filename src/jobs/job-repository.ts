import { setImmediate as nextTurn } from 'node:timers/promises';
import type {
  JobId,
  JobParameters,
  JobRepository,
  JobRepositoryOptions,
  JobsOverview,
  JobsQueryOptions,
  JobsResult,
  RemoveJobsOptions,
} from 'agenda';
import type { Logger } from 'pino';
import { type Clock, systemClock } from '../platform/time/clock.js';

/** The times of a job that Agenda sets by the clock of its process. */
const fields = ['nextRunAt', 'lockedAt', 'lastRunAt', 'lastFinishedAt', 'failedAt'] as const;

/**
 * In milliseconds. By so much a job that waits may start after its time. Without it, rounding and small corrections of a
 * clock would start some jobs before their time, when their work is not due yet. A job whose time has come gets none:
 * it would wait for a timer, and Agenda drops a job whose timer is early by a fraction of a millisecond until its next
 * poll.
 */
const margin = 10;

/**
 * Converts the times of jobs between the clock of this process, by which Agenda works, and the clock by which jobs are
 * stored. Agenda cannot be given a clock. With its own, a process whose clock is days ahead would move the recurring
 * jobs of all by that much, and run jobs that are not due.
 */
export class JobTimes {
  readonly #clock: Clock;
  /**
   * The stored time of each local one. Agenda stores a time several times, such as the next run of a job at its start
   * and at its end. It must not move if the clock of the process jumps in between.
   */
  readonly #stored = new WeakMap<Date, Date>();

  /** @param clock the clock by which jobs are stored */
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  toStored(local: Date): Date {
    const stored = this.#stored.get(local) ?? new Date(local.getTime() + this.#offset() - margin);
    this.#stored.set(local, stored);
    return stored;
  }

  toLocal(stored: Date): Date {
    const due = new Date(stored.getTime() - this.#offset());
    const local = due > systemClock.now() ? new Date(due.getTime() + margin) : due;
    this.#stored.set(local, stored);
    return local;
  }

  toStoredJob<Job extends JobParameters>(job: Job): Job {
    return convert(job, (local) => this.toStored(local));
  }

  toLocalJob<Job extends JobParameters>(job: Job): Job {
    return convert(job, (stored) => this.toLocal(stored));
  }

  /** Stored time minus local time. */
  #offset(): number {
    return this.#clock.now().getTime() - systemClock.now().getTime();
  }
}

function convert<Job extends JobParameters>(job: Job, to: (time: Date) => Date): Job {
  const converted = { ...job };
  for (const field of fields) {
    const time = job[field];
    if (time) converted[field] = to(time);
  }
  return converted;
}

/**
 * When a job was locked, for Agenda, until it starts. Agenda drops a job whose lock expires before it starts, because
 * the process stood still or the database answered late, and counts it as running for ever. With a date in the future,
 * the job starts late instead. It may then run twice at the same time, like any job that outlives its lock.
 */
const untilStart = new Date(8.64e15);

/**
 * Delegates to the repository of a backend. Changes how jobs are locked and unlocked, and stores the times of jobs by
 * another clock than that of the process.
 */
export class LockingJobRepository implements JobRepository {
  readonly #repository: JobRepository;
  readonly #logger: Logger;
  readonly #times: JobTimes;
  readonly #inProgress = new Set<Promise<unknown>>();
  #isStopping = false;

  constructor(repository: JobRepository, logger: Logger, clock: Clock) {
    this.#repository = repository;
    this.#logger = logger;
    this.#times = new JobTimes(clock);
  }

  /**
   * Locks the next job; none after `stopLocking`. Counts, as the job's progress, how often it was started without an
   * end: its worker was killed, or it outlived its lock. Such a job has no `nextRunAt`, which a run clears at its start
   * and sets at its end. This sets it again: otherwise Agenda would not find the job any more after handing it back
   * unstarted, as it does at its concurrency limit and when the worker stops.
   */
  getNextJobToRun(
    jobName: string,
    nextScanAt: Date,
    lockDeadline: Date,
    now: Date | undefined,
    options: JobRepositoryOptions | undefined,
  ): Promise<JobParameters | undefined> {
    if (this.#isStopping) return Promise.resolve(undefined);
    return this.#track(async () => {
      const stored = (time: Date): Date => this.#times.toStored(time);
      const [scanAt, deadline, lockTime] = [stored(nextScanAt), stored(lockDeadline), stored(now ?? systemClock.now())];
      const found = await this.#repository.getNextJobToRun(jobName, scanAt, deadline, lockTime, options);
      if (!found) return undefined;
      const job = this.#times.toLocalJob(found);
      if (this.#isStopping) {
        await this.#unlock(job);
        return undefined;
      }
      if (job.nextRunAt === null) {
        job.nextRunAt = job.lastRunAt ?? nextScanAt;
        job.progress = (job.progress ?? 0) + 1;
        await this.saveJobState(job, undefined);
      }
      return { ...job, lockedAt: untilStart };
    });
  }

  /** Never rejects: Agenda does not await it, so a rejection would be unhandled. */
  unlockJob(job: JobParameters): Promise<void> {
    return this.#track(() => this.#unlock(job));
  }

  /** Locks no more jobs. A job whose lock is in progress is unlocked again. */
  stopLocking(): void {
    this.#isStopping = true;
  }

  /** Waits until no job is being locked or unlocked, or until the signal aborts. */
  async settle(signal: AbortSignal): Promise<void> {
    const { promise: aborted, resolve } = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => resolve(), { once: true });
    while (this.#inProgress.size > 0 && !signal.aborted) {
      await Promise.race([Promise.allSettled(this.#inProgress), aborted]);
      // Agenda unlocks a job that it can't run in the same turn in which it receives it.
      await nextTurn();
    }
  }

  async #unlock(job: JobParameters): Promise<void> {
    try {
      await this.#repository.unlockJob(job);
    } catch (err) {
      this.#logger.warn({ err, job: job.name }, 'a job could not be unlocked; its lock will expire');
    }
  }

  #track<Result>(work: () => Promise<Result>): Promise<Result> {
    const working = work();
    const tracked = working.then(
      () => void this.#inProgress.delete(tracked),
      () => void this.#inProgress.delete(tracked),
    );
    this.#inProgress.add(tracked);
    return working;
  }

  connect(): Promise<void> {
    return this.#repository.connect();
  }

  queryJobs(options?: JobsQueryOptions): Promise<JobsResult> {
    return this.#repository.queryJobs(options);
  }

  getJobsOverview(): Promise<JobsOverview[]> {
    return this.#repository.getJobsOverview();
  }

  getDistinctJobNames(): Promise<string[]> {
    return this.#repository.getDistinctJobNames();
  }

  getJobById(id: string): Promise<JobParameters | null> {
    return this.#repository.getJobById(id);
  }

  getQueueSize(): Promise<number> {
    return this.#repository.getQueueSize();
  }

  removeJobs(options: RemoveJobsOptions): Promise<number> {
    return this.#repository.removeJobs(options);
  }

  /**
   * The next run of a new job is a stored time already, which `enqueue` sets. That of a recurring job is the present
   * time of the process. The earlier one of both clocks makes the backends keep the next run of a job that exists: they
   * do unless the new one is after the time of the process.
   */
  async saveJob<Data = unknown>(
    job: JobParameters<Data>,
    options: JobRepositoryOptions | undefined,
  ): Promise<JobParameters<Data>> {
    const { type, nextRunAt } = job;
    const isRecurring = type === 'single' && nextRunAt;
    const first = isRecurring ? new Date(Math.min(+nextRunAt, +this.#times.toStored(nextRunAt))) : nextRunAt;
    return this.#times.toLocalJob(await this.#repository.saveJob({ ...job, nextRunAt: first }, options));
  }

  /** Renews the lock of a job that starts: Agenda saves it then for the first time. */
  saveJobState(job: JobParameters, options: JobRepositoryOptions | undefined): Promise<void> {
    if (job.lockedAt === untilStart) job.lockedAt = systemClock.now();
    return this.#repository.saveJobState(this.#times.toStoredJob(job), options);
  }

  lockJob(job: JobParameters, options: JobRepositoryOptions | undefined): Promise<JobParameters | undefined> {
    return this.#repository.lockJob(job, options);
  }

  unlockJobs(jobIds: (JobId | string)[]): Promise<void> {
    return this.#repository.unlockJobs(jobIds);
  }

  disableJobs(options: RemoveJobsOptions): Promise<number> {
    return this.#repository.disableJobs(options);
  }

  enableJobs(options: RemoveJobsOptions): Promise<number> {
    return this.#repository.enableJobs(options);
  }

  purgeAllJobs(): Promise<number> {
    return this.#repository.purgeAllJobs();
  }
}
