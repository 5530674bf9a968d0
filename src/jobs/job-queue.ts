/** Whose place in the change log it is from which jobs are made. */
export const relayConsumer = 'jobs';

/** Work that is done in the background, at least once: it must be safe to run twice, also at the same time. */
export interface JobDefinition<Data extends object = object> {
  name: string;
  /** A job whose worker died runs again after so long; one that takes longer must `touch` before. */
  lockSeconds: number;
  /**
   * How often it fails before it is given up. So it is when it has begun so often and 10 times more without an end:
   * each time its worker was killed, or it outlived its lock.
   */
  tries: number;
  /** Seconds before the second try, 1 unless given; doubles with every other. */
  firstPause?: number;
  /** How many run at a time in one process, 10 unless given. */
  concurrency?: number;
  /** Makes it recurring: how often, such as `1 hour`, or a cron expression in UTC. Its data is empty. */
  every?: string;
  run(data: Data, job: RunningJob): Promise<void>;
  /** What is to be done when it has ended well and its key is free, unless its worker dies in between. */
  settle?(data: Data): Promise<void>;
}

export interface RunningJob {
  /** Shows that the worker is alive, for another `lockSeconds`. */
  touch(): Promise<void>;
  /** Whether its worker is to stop, and waits for it. */
  isStopping(): boolean;
}

export interface JobRequest {
  name: string;
  /** While there is a job of this key, of whatever name, waiting or running, there is no second. */
  key: string;
  data: object;
  /** Not before; at once unless given. */
  at?: Date;
}

/** A job that has failed at its last try, or did not end too often. */
export interface GivenUpJob {
  name: string;
  key: string;
  data: object;
  error: unknown;
  /** How often it was begun. */
  tries: number;
}

/** What is measured of a run of a job. */
export interface JobReport {
  job: string;
  /** `failed` is tried again. */
  outcome: 'done' | 'failed' | 'given_up';
  seconds: number;
}

export interface JobQueue {
  /** Resolves when the job is stored. Does not need `start`. */
  enqueue(job: JobRequest): Promise<void>;
  /** Begins to run jobs in this process. */
  start(): Promise<void>;
  /** Begins no more jobs, waits for those that run, at most `patience` milliseconds (10,000), and disconnects. */
  stop(patience?: number): Promise<void>;
}
