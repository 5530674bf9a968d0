import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { MongoClient } from 'mongodb';
import { createJobQueue } from '../../src/jobs/agenda.js';
import type { GivenUpJob, JobDefinition, JobQueue } from '../../src/jobs/job-queue.js';
import { type Clock, systemClock } from '../../src/platform/time/clock.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { silent } from './change-writer.js';

/** Reads and changes stored jobs without the queue. */
export interface StoredJobs {
  mongoUrl?: string;
  list(name: string): Promise<object[]>;
  /** Changes jobs as if workers had started them an hour ago and died. */
  abandon(name: string): Promise<void>;
  /** Changes jobs that run as if they had been locked an hour ago. */
  expireLock(name: string): Promise<void>;
  /** Changes jobs that wait as if they had been due for an hour. */
  setDue(name: string): Promise<void>;
  /** Returns the seconds from the last failure of a job to its retry; undefined unless it waits for a retry. */
  findRetryDelay(name: string): Promise<number | undefined>;
  /** Returns the time of the next run of a job, in milliseconds since 1970. */
  findNextRun(name: string): Promise<number | undefined>;
  /** Sets how often a job was started without an end. */
  setUnended(name: string, times: number): Promise<void>;
  /** Deletes all jobs. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

function postgresJobs({ database }: Pick<TestDatabase, 'database'>): StoredJobs {
  const execute = (sql: string, parameters: unknown[]): Promise<object[]> =>
    database.orm.em.fork().execute(sql, parameters);
  return {
    list: (name) => execute('select progress from agenda_jobs where name = ?', [name]),
    abandon: async (name) => {
      const lost = `update agenda_jobs set next_run_at = null, locked_at = now() - interval '1 hour' where name = ?`;
      await execute(lost, [name]);
    },
    expireLock: async (name) => {
      await execute(`update agenda_jobs set locked_at = now() - interval '1 hour' where name = ?`, [name]);
    },
    setDue: async (name) => {
      await execute(`update agenda_jobs set next_run_at = now() - interval '1 hour' where name = ?`, [name]);
    },
    findRetryDelay: async (name) => {
      const delay = `select extract(epoch from next_run_at - failed_at)::float8 as seconds
        from agenda_jobs where name = ? and next_run_at > now() and failed_at is not null`;
      const [job] = await database.orm.em.fork().execute<{ seconds: number }[]>(delay, [name]);
      return job?.seconds;
    },
    findNextRun: async (name) => {
      const next = 'select extract(epoch from next_run_at)::float8 * 1000 as time from agenda_jobs where name = ?';
      const [job] = await database.orm.em.fork().execute<{ time: number }[]>(next, [name]);
      return job?.time;
    },
    setUnended: async (name, times) => {
      await execute('update agenda_jobs set progress = ? where name = ?', [times, name]);
    },
    clear: async () => {
      await execute('delete from agenda_jobs', []);
    },
    close: async () => {},
  };
}

/** Opens a MongoDB database of its own on the server of `url`; `close` drops it. */
export async function mongoJobs(url: string): Promise<StoredJobs & { mongoUrl: string }> {
  const [server, query = ''] = url.split('?');
  const databaseUrl = `${server?.replace(/\/[^/]*$/, '')}/test_${randomUUID().replaceAll('-', '')}?${query}`;
  const client = await MongoClient.connect(databaseUrl);
  const jobs = client.db().collection('agenda_jobs');
  return {
    mongoUrl: databaseUrl,
    list: (name) => jobs.find({ name }).toArray(),
    abandon: async (name) => {
      const lockedAt = new Date(Date.now() - 3_600_000);
      await jobs.updateMany({ name }, { $set: { lockedAt, nextRunAt: null } });
    },
    expireLock: async (name) => {
      await jobs.updateMany({ name }, { $set: { lockedAt: new Date(Date.now() - 3_600_000) } });
    },
    setDue: async (name) => {
      await jobs.updateMany({ name }, { $set: { nextRunAt: new Date(Date.now() - 3_600_000) } });
    },
    findRetryDelay: async (name) => {
      const job = await jobs.findOne({ name, nextRunAt: { $gt: new Date() }, failedAt: { $ne: null } });
      return job ? (job['nextRunAt'].getTime() - job['failedAt'].getTime()) / 1_000 : undefined;
    },
    findNextRun: async (name) => (await jobs.findOne({ name }))?.['nextRunAt']?.getTime(),
    setUnended: async (name, progress) => {
      await jobs.updateOne({ name }, { $set: { progress } });
    },
    clear: async () => {
      await jobs.deleteMany({});
    },
    close: async () => {
      await client.db().dropDatabase();
      await client.close();
    },
  };
}

type OpenStoredJobs = (test: Pick<TestDatabase, 'database'>) => Promise<StoredJobs>;

/** The URL of a MongoDB server for tests, if there is one. */
export const mongoUrl = process.env['MONGODB_URL'];

/** The stores to test: PostgreSQL and, with `MONGODB_URL`, MongoDB. */
export const jobStores: [name: string, open: OpenStoredJobs][] = [['PostgreSQL', async (test) => postgresJobs(test)]];
if (mongoUrl) jobStores.push(['MongoDB', () => mongoJobs(mongoUrl)]);
else process.stdout.write('MONGODB_URL is not set: the job queue was not tried on MongoDB\n');

/**
 * Defines a job whose lock outlives every test, so that a slow machine does not run the job twice. A test that needs an
 * expired lock calls `abandon` or `expireLock`.
 */
export function define(name: string, run: JobDefinition['run'], options: Partial<JobDefinition> = {}): JobDefinition {
  return { name, lockSeconds: 1_200, maxAttempts: 1, run, ...options };
}

/** A queue as one worker process has it. `start` runs the definitions with which it was created. */
export interface TestQueue extends Pick<JobQueue, 'enqueue' | 'stop'> {
  start(): Promise<void>;
}

/** Short, because most of the time of these tests is spent waiting for polls. */
const pollInterval = 50;

/** Creates the queues of one test file. They share a store; each is stopped after its test. */
export class TestQueues {
  readonly #queues: JobQueue[] = [];
  #test: TestDatabase | undefined;
  #stored: StoredJobs | undefined;
  /** Called by the queues for a job that is given up. Set it within a test. */
  onGivenUp: (job: GivenUpJob) => Promise<void> = async () => {};
  /** The clock of queues that are created. Set it within a test. */
  clock: Clock = systemClock;

  static use(open: OpenStoredJobs): TestQueues {
    const queues = new TestQueues();
    beforeAll(async () => {
      queues.#test = await createTestDatabase();
      queues.#stored = await open(queues.#test);
    });
    afterEach(async () => {
      await Promise.all(queues.#queues.splice(0).map((queue) => queue.stop()));
      queues.onGivenUp = async () => {};
      queues.clock = systemClock;
    });
    afterAll(async () => {
      await queues.#stored?.close();
      await queues.#test?.[Symbol.asyncDispose]();
    });
    return queues;
  }

  get stored(): StoredJobs {
    if (!this.#stored) throw new Error('used outside a test');
    return this.#stored;
  }

  create(...definitions: JobDefinition[]): TestQueue {
    const queue = createJobQueue({
      clock: this.clock,
      database: this.#database,
      mongoUrl: this.stored.mongoUrl,
      pollInterval,
      onGivenUp: (job) => this.onGivenUp(job),
      logger: silent,
    });
    this.#queues.push(queue);
    return {
      enqueue: (job) => queue.enqueue(job),
      start: () => queue.start(definitions),
      stop: (timeout) => queue.stop(timeout),
    };
  }

  /** Starts `queue-process.ts`, which runs the job `fatal`. */
  startProcess(mode: 'fail' | 'enqueue' | '' = ''): ChildProcess {
    const parameters = [this.#database.url, this.stored.mongoUrl ?? '', mode];
    return spawn(process.execPath, ['dist/test/jobs/queue-process.js', ...parameters], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  }

  get #database(): TestDatabase {
    if (!this.#test) throw new Error('used outside a test');
    return this.#test;
  }
}

/** Kills a `queue-process.ts` once it has started a job. */
export async function killWhileRunning(child: ChildProcess): Promise<void> {
  if (child.stdout) await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
}
