/** Work done in the background. A job runs at least once, possibly twice at the same time, so it must be idempotent. */
export interface JobDefinition<Data extends object = object> {
  name: string;
  /** The time for which a run holds its lock. After that another worker may run the job, so a longer run must call `touch`. */
  lockSeconds: number;
  /**
   * Number of failures after which the job is given up. A job that was started this often, and 10 times more, without
   * an end is given up too: its worker was killed each time, or it outlived its lock.
   */
  maxAttempts: number;
  /** Delay before the first retry, 1 by default. Doubles with each retry. */
  retryDelaySeconds?: number;
  /** The number of jobs that run at a time in one process, 10 by default, 1 for a recurring job. */
  concurrency?: number;
  /** Whether the `at` of its requests is on the clock of the account, which for a sandbox is ahead of the server's. */
  onAccountClock?: boolean;
  /** Makes the job recurring: an interval such as `1 hour`. Its data are empty. */
  every?: string;
  /** Names of the job in earlier versions. Jobs stored under them are removed: nothing would run them. */
  formerNames?: readonly string[];
  /**
   * Does the work. If it throws, the job is retried, with the delay that `retryDelaySeconds` says, and given up after
   * `maxAttempts` failures. Errors of an unavailable database do not give it up, and `RescheduledError` ends it at once. A
   * recurring job is never given up: after `maxAttempts` failures it runs again at its next time.
   */
  run(data: Data, job: RunningJob): Promise<void>;
  /**
   * Called after the job succeeded and its key is free. Not called if the worker dies in between. An error is logged
   * and ignored.
   */
  afterSuccess?(data: Data): Promise<void>;
}

/** A run has failed, and its work was enqueued again. It is reported as failed, but not repeated. */
export class RescheduledError extends Error {}

export interface RunningJob {
  /** Renews the lock for another `lockSeconds`. */
  touch(): Promise<void>;
  /** Whether the worker is waiting for its jobs to end. */
  isStopping(): boolean;
}

export interface JobRequest {
  name: string;
  /** Unique among the jobs that wait or run, whatever their names: a second job with the key is not created. */
  key: string;
  data: object;
  /** The earliest time to run, by the clock of the queue; now by default. */
  at?: Date;
}

/** A job that failed for the last time, or that was started too often without an end. */
export interface GivenUpJob {
  name: string;
  key: string;
  data: object;
  error: unknown;
  /** The number of times that it was started. */
  attempts: number;
}

/** One run of a job, for the metrics. */
export interface JobReport {
  job: string;
  /** A job that `failed` is retried. */
  outcome: 'done' | 'failed' | 'given_up';
  seconds: number;
}

export interface JobQueue {
  /** Stores a job. May be called before `start`. @throws what the job store throws, if the job was not stored */
  enqueue(job: JobRequest): Promise<void>;
  /** Starts to run the defined jobs in this process. */
  start(definitions: readonly JobDefinition[]): Promise<void>;
  /** Starts no more jobs, waits for the running ones for at most `timeout` milliseconds (10,000), and disconnects. */
  stop(timeout?: number): Promise<void>;
}
