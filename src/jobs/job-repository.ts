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

/** Delegates to the repository of a backend, and changes how jobs are locked and unlocked. */
export class LockingJobRepository implements JobRepository {
  readonly #repository: JobRepository;
  readonly #logger: Logger;
  readonly #inProgress = new Set<Promise<unknown>>();
  #isStopping = false;

  constructor(repository: JobRepository, logger: Logger) {
    this.#repository = repository;
    this.#logger = logger;
  }

  /**
   * Locks the next job; none after `stopLocking`. Counts, as the job's progress, how often it was started without an end:
   * its worker was killed, or it outlived its lock. Such a job has no `nextRunAt`, which a run clears at its start and
   * sets at its end. This sets it again: otherwise Agenda would not find the job any more after handing it back
   * unstarted, as it does when no place is free or the worker stops.
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
      const job = await this.#repository.getNextJobToRun(jobName, nextScanAt, lockDeadline, now, options);
      if (job && this.#isStopping) {
        await this.#unlock(job);
        return undefined;
      }
      if (job?.nextRunAt !== null) return job;
      const counted = { ...job, nextRunAt: job.lastRunAt ?? nextScanAt, progress: (job.progress ?? 0) + 1 };
      await this.#repository.saveJobState(counted, undefined);
      return counted;
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

  saveJob<Data = unknown>(
    job: JobParameters<Data>,
    options: JobRepositoryOptions | undefined,
  ): Promise<JobParameters<Data>> {
    return this.#repository.saveJob(job, options);
  }

  saveJobState(job: JobParameters, options: JobRepositoryOptions | undefined): Promise<void> {
    return this.#repository.saveJobState(job, options);
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
