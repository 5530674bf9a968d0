import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pass } from 'node:timers/promises';
import { BSON, MongoClient } from 'mongodb';
import { createJobQueue } from '../../src/jobs/agenda.js';
import type { GivenUpJob, JobDefinition, JobQueue } from '../../src/jobs/job-queue.js';
import { type Forwarder, mongoTarget, startForwarder } from '../support/forwarder.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { cutConnections, numbers, silent, until } from './change-writer.js';

/** Where jobs are kept, and a look at them from outside. */
interface Store {
  mongoUrl?: string;
  jobs(name: string): Promise<object[]>;
  /** Makes it as if jobs had begun on workers that died an hour ago. */
  abandon(name: string): Promise<void>;
  /** Makes it as if a job had begun so often before, each time without an end. */
  setUnended(name: string, times: number): Promise<void>;
  close(): Promise<void>;
}

let test: TestDatabase;

async function postgres(): Promise<Store> {
  return {
    jobs: (name) => test.database.orm.em.fork().execute('select progress from agenda_jobs where name = ?', [name]),
    abandon: async (name) => {
      await test.database.orm.em
        .fork()
        .execute(`update agenda_jobs set next_run_at = null, locked_at = now() - interval '1 hour' where name = ?`, [
          name,
        ]);
    },
    setUnended: async (name, times) => {
      await test.database.orm.em.fork().execute('update agenda_jobs set progress = ? where name = ?', [times, name]);
    },
    close: async () => {},
  };
}

async function mongo(url: string): Promise<Store> {
  const [server, query = ''] = url.split('?');
  const mongoUrl = `${server?.replace(/\/[^/]*$/, '')}/test_${randomUUID().replaceAll('-', '')}?${query}`;
  const client = await MongoClient.connect(mongoUrl);
  return {
    mongoUrl,
    jobs: (name) => client.db().collection('agenda_jobs').find({ name }).toArray(),
    abandon: async (name) => {
      const lockedAt = new Date(Date.now() - 3_600_000);
      await client
        .db()
        .collection('agenda_jobs')
        .updateMany({ name }, { $set: { lockedAt, nextRunAt: null } });
    },
    setUnended: async (name, progress) => {
      await client.db().collection('agenda_jobs').updateOne({ name }, { $set: { progress } });
    },
    close: async () => {
      await client.db().dropDatabase();
      await client.close();
    },
  };
}

const stores: [string, () => Promise<Store>][] = [['PostgreSQL', postgres]];
const mongoUrl = process.env['MONGODB_URL'];
if (mongoUrl) stores.push(['MongoDB', () => mongo(mongoUrl)]);
else process.stdout.write('MONGODB_URL is not set: the job queue was not tried on MongoDB\n');

describe.each(stores)('job queue on %s', (_, open) => {
  let store: Store;
  let queues: JobQueue[] = [];
  let onGivenUp: (job: GivenUpJob) => Promise<void>;
  beforeAll(async () => {
    test = await createTestDatabase();
    store = await open();
  });
  beforeEach(() => {
    onGivenUp = async () => {};
  });
  afterEach(async () => {
    await Promise.all(queues.map((queue) => queue.stop()));
    queues = [];
  });
  afterAll(async () => {
    await store.close();
    await test[Symbol.asyncDispose]();
  });

  /** One worker process's queue. */
  function createQueue(...definitions: JobDefinition[]): JobQueue {
    const queue = createJobQueue({
      definitions,
      database: test,
      mongoUrl: store.mongoUrl,
      onGivenUp: (job) => onGivenUp(job),
      logger: silent,
    });
    queues.push(queue);
    return queue;
  }

  function define(name: string, run: JobDefinition['run'], options: Partial<JobDefinition> = {}): JobDefinition {
    return { name, lockSeconds: 2, maxAttempts: 1, run, ...options };
  }

  it('makes one job of ten that are enqueued at once under a key, runs it once and forgets it', async () => {
    const runs: object[] = [];
    const job = define('unique', async (data) => void runs.push(data));
    const [here, there] = [createQueue(job), createQueue(job)];
    const request = { name: 'unique', key: 'unique:1', data: { number: 1 } };
    await Promise.all(numbers(1, 10).map((n) => (n % 2 ? here : there).enqueue(request)));
    expect(await store.jobs('unique')).toHaveLength(1);
    await pass(200);
    expect(runs).toEqual([]);
    await here.start();
    await until(() => runs.length > 0);
    await until(async () => (await store.jobs('unique')).length === 0);
    expect(runs).toEqual([{ number: 1 }]);
  });

  it('runs a job no earlier than asked', async () => {
    const ran = Promise.withResolvers<number>();
    const queue = createQueue(define('later', async () => ran.resolve(Date.now())));
    await queue.start();
    const at = new Date(Date.now() + 1_500);
    await queue.enqueue({ name: 'later', key: 'later:1', data: {}, at });
    expect(await ran.promise).toBeGreaterThanOrEqual(at.getTime());
  });

  it('starts a job of its own process before the next poll', async () => {
    let ran = Promise.withResolvers<void>();
    const queue = createQueue(define('now', async () => ran.resolve()));
    await queue.start();
    let enqueued = 0;
    const millisecondsOfOne = async (): Promise<number> => {
      ran = Promise.withResolvers();
      const begun = performance.now();
      enqueued += 1;
      await queue.enqueue({ name: 'now', key: `now:${enqueued}`, data: {} });
      await ran.promise;
      return performance.now() - begun;
    };
    await millisecondsOfOne();
    // Each starts where the one before ended, so a queue that only polls takes a second for every one.
    await until(async () => (await millisecondsOfOne()) < 500);
  });

  it('tries again after pauses that double, and then has the failure kept and forgets the job', async () => {
    const times: number[] = [];
    const kept: object[] = [];
    onGivenUp = async (job) => void kept.push(job);
    const failing = async () => {
      times.push(Date.now());
      throw new Error(`broken ${times.length}`);
    };
    const queue = createQueue(define('failing', failing, { maxAttempts: 3, retryDelaySeconds: 0.2 }));
    await queue.start();
    const request = { name: 'failing', key: 'failing:1', data: { number: 1 } };
    await queue.enqueue(request);
    await until(async () => times.length === 3 && (await store.jobs('failing')).length === 0);
    const [first = 0, second = 0, third = 0] = times;
    expect(second - first).toBeGreaterThanOrEqual(200);
    expect(third - second).toBeGreaterThanOrEqual(400);
    await pass(1_500);
    expect(times).toHaveLength(3);
    expect(kept).toEqual([{ ...request, error: new Error('broken 3'), attempts: 3 }]);
    await queue.enqueue(request); // its key is free
    await until(() => times.length === 4);
  });

  it('gives up no job whose failure cannot be kept: it is tried once more', async () => {
    let runs = 0;
    const kept: number[] = [];
    onGivenUp = async ({ attempts }) => {
      kept.push(attempts);
      if (kept.length < 3) throw new Error('the database is away');
    };
    const failing = async () => {
      runs += 1;
      throw new Error('broken');
    };
    const queue = createQueue(define('unkept', failing, { maxAttempts: 2, retryDelaySeconds: 0.1 }));
    await queue.start();
    await queue.enqueue({ name: 'unkept', key: 'unkept:1', data: {} });
    await until(async () => kept.length === 3 && (await store.jobs('unkept')).length === 0);
    expect(kept).toEqual([2, 3, 4]);
    expect(runs).toBe(4);
  });

  it('has a failure kept again whose worker was killed before it forgot the job', async () => {
    const child = spawn(process.execPath, ['dist/test/jobs/queue-process.js', test.url, store.mongoUrl ?? '', 'fail'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const kept: string[] = [];
    onGivenUp = async ({ key }) => void kept.push(key);
    const failing = async () => {
      throw new Error('broken');
    };
    const queue = createQueue(define('fatal', failing, { lockSeconds: 1 }));
    await queue.enqueue({ name: 'fatal', key: 'fatal:2', data: {} });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await store.jobs('fatal')).toHaveLength(1);
    await queue.start();
    await until(async () => (await store.jobs('fatal')).length === 0);
    expect(kept).toEqual(['fatal:2']);
  });

  it('lets what runs finish when it stops, begins no more, and leaves the rest to others', async () => {
    const finished: object[] = [];
    const begun = Promise.withResolvers<void>();
    const slow = define(
      'slow',
      async (data) => {
        begun.resolve();
        await pass(400);
        finished.push(data);
      },
      { concurrency: 1 },
    );
    const queue = createQueue(slow);
    for (const n of [1, 2]) await queue.enqueue({ name: 'slow', key: `slow:${n}`, data: {} });
    await queue.start();
    await begun.promise;
    await queue.stop();
    expect(finished).toHaveLength(1);
    expect(await store.jobs('slow')).toHaveLength(1);
    await createQueue(slow).start();
    await until(() => finished.length === 2);
  });

  it('does not wait for ever when it stops', async () => {
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const hanging = define('hanging', () => {
      begun.resolve();
      return end.promise;
    });
    const queue = createQueue(hanging);
    await queue.enqueue({ name: 'hanging', key: 'hanging:1', data: {} });
    await queue.start();
    await begun.promise;
    await queue.stop(100);
    expect(await store.jobs('hanging')).toHaveLength(1);
    end.resolve();
  });

  it('runs a job again whose worker was killed', async () => {
    const child = spawn(process.execPath, ['dist/test/jobs/queue-process.js', test.url, store.mongoUrl ?? ''], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const runs: object[] = [];
    const queue = createQueue(define('fatal', async (data) => void runs.push(data), { lockSeconds: 1 }));
    await queue.enqueue({ name: 'fatal', key: 'fatal:1', data: {} });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    await queue.start();
    await until(() => runs.length === 1);
    await until(async () => (await store.jobs('fatal')).length === 0);
  });

  it('takes up what dead workers have left at once, though it is more than has room', async () => {
    const ended: unknown[] = [];
    const job = define('left', async (data) => void ended.push(await pass(20, data)), {
      lockSeconds: 120,
      concurrency: 2,
    });
    const queue = createQueue(job);
    const request = (n: number) => ({ name: 'left', key: `left:${n}`, data: { number: n } });
    for (const n of numbers(1, 10)) await queue.enqueue(request(n));
    await store.abandon('left');
    await queue.start();
    await Promise.all(numbers(11, 20).map((n) => queue.enqueue(request(n))));
    await until(() => ended.length === 20);
    expect(new Set(ended).size).toBe(20);
  });

  it('gives up a job that has killed its workers ten times more often than it is tried', async () => {
    const child = spawn(process.execPath, ['dist/test/jobs/queue-process.js', test.url, store.mongoUrl ?? ''], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const runs: object[] = [];
    const kept: object[] = [];
    onGivenUp = async (job) => void kept.push(job);
    const queue = createQueue(define('fatal', async (data) => void runs.push(data), { lockSeconds: 1 }));
    const request = { name: 'fatal', key: 'fatal:3', data: {} };
    await queue.enqueue(request);
    await store.setUnended('fatal', 10);
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    await queue.start();
    await until(async () => (await store.jobs('fatal')).length === 0);
    expect(runs).toEqual([]);
    expect(kept).toEqual([{ ...request, error: new Error('started 11 times without an end'), attempts: 11 }]);
  });

  it('gives up a job that outlives its lock as often, and runs it until then', async () => {
    let runs = 0;
    const kept: number[] = [];
    onGivenUp = async ({ attempts }) => void kept.push(attempts);
    const hang = (): Promise<void> => {
      runs += 1;
      return pass(60_000, undefined, { ref: false });
    };
    const queue = createQueue(define('hung', hang, { lockSeconds: 1, maxAttempts: 2 }));
    await queue.start();
    await queue.enqueue({ name: 'hung', key: 'hung:1', data: {} });
    await until(() => runs === 2);
    expect(await store.jobs('hung')).toEqual([expect.objectContaining({ progress: 1 })]);
    await store.setUnended('hung', 11);
    await until(async () => (await store.jobs('hung')).length === 0);
    expect(kept).toEqual([12]);
    expect(runs).toBe(2);
    await queue.stop(0); // what hangs would be waited for
  });

  it('counts no end that a job has, and no beginning of a recurring one', async () => {
    let runs = 0;
    const failing = async () => {
      runs += 1;
      throw new Error('broken');
    };
    const queue = createQueue(
      define('broken', failing, { maxAttempts: 20, retryDelaySeconds: 0.001 }),
      define('cron', () => pass(60_000, undefined, { ref: false }), { lockSeconds: 1, every: '1 second' }),
    );
    await queue.enqueue({ name: 'broken', key: 'broken:1', data: {} });
    await queue.start();
    await until(() => runs >= 2);
    const [broken] = await store.jobs('broken');
    expect(broken).toMatchObject({ progress: null });
    await pass(2_500);
    expect(await store.jobs('cron')).toEqual([expect.objectContaining({ progress: null })]);
    await queue.stop(0);
  });

  it('runs each job once in two processes, more of them than run at a time', async () => {
    const runs: object[] = [];
    const job = define('shared', async (data) => void runs.push(data), { concurrency: 3 });
    const [here, there] = [createQueue(job), createQueue(job)];
    await Promise.all([here.start(), there.start()]);
    await Promise.all(
      numbers(1, 40).map((n) => here.enqueue({ name: 'shared', key: `shared:${n}`, data: { number: n } })),
    );
    await until(() => runs.length >= 40);
    await until(async () => (await store.jobs('shared')).length === 0);
    expect(runs).toHaveLength(40);
    expect(new Set(runs.map((data) => JSON.stringify(data))).size).toBe(40);
  });

  it('keeps the lock of a job that shows that it is alive', async () => {
    let runs = 0;
    const long: JobDefinition['run'] = async (_data, { touch }) => {
      runs += 1;
      for (const _ of numbers(1, 4)) {
        await pass(500);
        await touch();
      }
    };
    const job = define('long', long, { lockSeconds: 1 });
    const [here, there] = [createQueue(job), createQueue(job)];
    await Promise.all([here.start(), there.start()]);
    await here.enqueue({ name: 'long', key: 'long:1', data: {} });
    await until(() => runs === 1);
    await until(async () => (await store.jobs('long')).length === 0);
    expect(runs).toBe(1);
  });

  it('removes the jobs that are stored under a former name', async () => {
    const formerly = createQueue(define('former-name', async () => {}, { every: '1 hour' }));
    await formerly.start();
    expect(await store.jobs('former-name')).toHaveLength(1);
    await formerly.stop();
    await createQueue(define('new-name', async () => {}, { every: '1 hour', formerNames: ['former-name'] })).start();
    expect(await store.jobs('former-name')).toEqual([]);
    expect(await store.jobs('new-name')).toHaveLength(1);
  });

  it('keeps one row of a recurring job, however many start, and runs it on', async () => {
    const runs: object[] = [];
    const recurring = define('recurring', async (data) => void runs.push(data), { every: '1 second' });
    await Promise.all(numbers(1, 4).map(() => createQueue(recurring).start()));
    expect(await store.jobs('recurring')).toHaveLength(1);
    await until(() => runs.length >= 2);
    expect(await store.jobs('recurring')).toHaveLength(1);
  });
});

if (mongoUrl) {
  describe('MongoDB', () => {
    let store: Store;
    let forwarder: Forwarder;
    let queue: JobQueue;
    const sent: Buffer[] = [];
    const request = { name: 'kept', key: 'kept:1', data: {} };
    beforeAll(async () => {
      store = await mongo(mongoUrl);
      const target = mongoTarget(mongoUrl);
      forwarder = await startForwarder(
        () => target,
        (bytes) => sent.push(bytes),
      );
      queue = createJobQueue({
        definitions: [],
        database: { url: '' },
        mongoUrl: store.mongoUrl?.replace(/\/\/[^/]*/, `//127.0.0.1:${forwarder.port}`),
        onGivenUp: async () => {},
        logger: silent,
      });
    });
    afterAll(async () => {
      await queue.stop();
      await forwarder[Symbol.asyncDispose]();
      await store.close();
    });

    it('is to have a job on the disks of most of its servers before it says that it has it', async () => {
      await queue.enqueue(request);
      expect(await store.jobs('kept')).toHaveLength(1);
      const insertion = sent.find((bytes) => bytes.includes(request.key));
      expect(insertion?.includes(Buffer.from(BSON.serialize({ w: 'majority', j: true })))).toBe(true);
    });

    it('is not waited for when it says nothing, and asked again when it does', async () => {
      forwarder.isSilent = true;
      await expect(queue.enqueue({ ...request, key: 'kept:2' })).rejects.toThrow();
      forwarder.isSilent = false;
      await until(() =>
        queue.enqueue({ ...request, key: 'kept:2' }).then(
          () => true,
          () => false,
        ),
      );
      expect(await store.jobs('kept')).toHaveLength(2);
    });
  });
}

describe('job queue without its database', () => {
  it('says so to whoever starts it or enqueues, and tries again', async () => {
    const url = 'postgresql://127.0.0.1:1/none';
    const queue = createJobQueue({ definitions: [], database: { url }, onGivenUp: async () => {}, logger: silent });
    await expect(queue.start()).rejects.toThrow();
    await expect(queue.enqueue({ name: 'any', key: 'any:1', data: {} })).rejects.toThrow();
    await queue.stop();
  });

  it('goes on when its connections are cut', async () => {
    const cut = await createTestDatabase();
    const ran = Promise.withResolvers<void>();
    const definitions = [{ name: 'cut', lockSeconds: 1, maxAttempts: 1, run: async () => ran.resolve() }];
    const queue = createJobQueue({ definitions, database: cut, onGivenUp: async () => {}, logger: silent });
    await queue.start();
    await cutConnections(cut.url);
    const request = { name: 'cut', key: 'cut:1', data: {} };
    await until(() =>
      queue.enqueue(request).then(
        () => true,
        () => false,
      ),
    );
    await ran.promise;
    await queue.stop();
    await cut[Symbol.asyncDispose]();
  });
});
