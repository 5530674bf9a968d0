import type { JobDefinition } from '../../src/jobs/job-queue.js';
import { until } from '../support/until.js';
import { numbers } from './change-writer.js';
import { define, jobStores, killWhileRunning, TestQueues } from './job-queues.js';

/** The end of a job that hangs. */
const endless = new Promise<void>(() => {});

describe.each(jobStores)('workers of a job queue on %s', (_, open) => {
  const queues = TestQueues.use(open);

  it('retries after delays that double, then stores the failure and removes the job', async () => {
    let runs = 0;
    const givenUp: object[] = [];
    queues.onGivenUp = async (job) => void givenUp.push(job);
    const failing = async () => {
      runs += 1;
      throw new Error(`broken ${runs}`);
    };
    const queue = queues.create(define('failing', failing, { maxAttempts: 3, retryDelaySeconds: 3_600 }));
    await queue.start();
    const request = { name: 'failing', key: 'failing:1', data: { number: 1 } };
    await queue.enqueue(request);
    for (const hours of [1, 2]) {
      await until(async () => (await queues.stored.findRetryDelay('failing')) !== undefined);
      expect(Math.round(((await queues.stored.findRetryDelay('failing')) ?? 0) / 3_600)).toBe(hours);
      await queues.stored.setDue('failing');
    }
    await until(async () => (await queues.stored.list('failing')).length === 0);
    expect(runs).toBe(3);
    expect(givenUp).toEqual([{ ...request, error: new Error('broken 3'), attempts: 3 }]);
    await queue.enqueue(request); // its key is free
    await until(() => runs === 4);
  });

  it('retries a job whose failure could not be stored', async () => {
    let runs = 0;
    const givenUp: number[] = [];
    queues.onGivenUp = async ({ attempts }) => {
      givenUp.push(attempts);
      if (givenUp.length < 3) throw new Error('the database is away');
    };
    const failing = async () => {
      runs += 1;
      throw new Error('broken');
    };
    const queue = queues.create(define('unkept', failing, { maxAttempts: 2, retryDelaySeconds: 0.001 }));
    await queue.start();
    await queue.enqueue({ name: 'unkept', key: 'unkept:1', data: {} });
    await until(async () => givenUp.length === 3 && (await queues.stored.list('unkept')).length === 0);
    expect(givenUp).toEqual([2, 3, 4]);
    expect(runs).toBe(4);
  });

  it('stores a failure again if the worker was killed before it removed the job', async () => {
    const child = queues.startProcess('fail');
    const givenUp: string[] = [];
    queues.onGivenUp = async ({ key }) => void givenUp.push(key);
    const failing = async () => {
      throw new Error('broken');
    };
    const queue = queues.create(define('fatal', failing));
    await queue.enqueue({ name: 'fatal', key: 'fatal:2', data: {} });
    await killWhileRunning(child);
    expect(await queues.stored.list('fatal')).toHaveLength(1);
    await queues.stored.abandon('fatal');
    await queue.start();
    await until(async () => (await queues.stored.list('fatal')).length === 0);
    expect(givenUp).toEqual(['fatal:2']);
  });

  it('stop waits for the running jobs, starts no more, and leaves the others to other workers', async () => {
    const finished: object[] = [];
    const begun = Promise.withResolvers<void>();
    const slow = define(
      'slow',
      async (data, { isStopping }) => {
        begun.resolve();
        await until(isStopping);
        // A `stop` that did not wait would return during these reads.
        for (const _ of numbers(1, 20)) await queues.stored.list('slow');
        finished.push(data);
      },
      { concurrency: 1 },
    );
    const queue = queues.create(slow);
    for (const n of [1, 2]) await queue.enqueue({ name: 'slow', key: `slow:${n}`, data: {} });
    await queue.start();
    await begun.promise;
    await queue.stop();
    expect(finished).toHaveLength(1);
    expect(await queues.stored.list('slow')).toHaveLength(1);
    await queues.create(define('slow', async (data) => void finished.push(data))).start();
    await until(() => finished.length === 2);
  });

  it('stop waits no longer than its timeout', async () => {
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const hanging = define('hanging', () => {
      begun.resolve();
      return end.promise;
    });
    const queue = queues.create(hanging);
    await queue.enqueue({ name: 'hanging', key: 'hanging:1', data: {} });
    await queue.start();
    await begun.promise;
    await queue.stop(100);
    expect(await queues.stored.list('hanging')).toHaveLength(1);
    end.resolve();
  });

  it('runs a job again after its worker was killed', async () => {
    const child = queues.startProcess();
    const runs: object[] = [];
    const queue = queues.create(define('fatal', async (data) => void runs.push(data)));
    await queue.enqueue({ name: 'fatal', key: 'fatal:1', data: {} });
    await killWhileRunning(child);
    await queues.stored.abandon('fatal');
    await queue.start();
    await until(() => runs.length === 1);
    await until(async () => (await queues.stored.list('fatal')).length === 0);
  });

  it('runs all jobs of dead workers at once, also if there are more of them than places', async () => {
    const ended: object[] = [];
    const work = async (data: object): Promise<void> => {
      await queues.stored.list('left');
      ended.push(data);
    };
    const job = define('left', work, { concurrency: 2 });
    const queue = queues.create(job);
    const request = (n: number) => ({ name: 'left', key: `left:${n}`, data: { number: n } });
    for (const n of numbers(1, 10)) await queue.enqueue(request(n));
    await queues.stored.abandon('left');
    await queue.start();
    await Promise.all(numbers(11, 20).map((n) => queue.enqueue(request(n))));
    await until(async () => ended.length >= 20 && (await queues.stored.list('left')).length === 0);
    expect(ended).toHaveLength(20);
    expect(ended).toEqual(expect.arrayContaining(numbers(1, 20).map((number) => ({ number }))));
  });

  it('gives up a job that has killed its workers ten times more often than it may fail', async () => {
    const child = queues.startProcess();
    const runs: object[] = [];
    const givenUp: object[] = [];
    queues.onGivenUp = async (job) => void givenUp.push(job);
    const queue = queues.create(define('fatal', async (data) => void runs.push(data)));
    const request = { name: 'fatal', key: 'fatal:3', data: {} };
    await queue.enqueue(request);
    await queues.stored.setUnended('fatal', 10);
    await killWhileRunning(child);
    await queues.stored.abandon('fatal');
    await queue.start();
    await until(async () => (await queues.stored.list('fatal')).length === 0);
    expect(runs).toEqual([]);
    expect(givenUp).toEqual([{ ...request, error: new Error('started 11 times without an end'), attempts: 11 }]);
  });

  it('gives up a job that has exceeded its lock as often, and runs it until then', async () => {
    let runs = 0;
    const givenUp: number[] = [];
    queues.onGivenUp = async ({ attempts }) => void givenUp.push(attempts);
    const hang = (): Promise<void> => {
      runs += 1;
      return endless;
    };
    const queue = queues.create(define('hung', hang, { maxAttempts: 2 }));
    await queue.start();
    await queue.enqueue({ name: 'hung', key: 'hung:1', data: {} });
    await until(() => runs === 1);
    await queues.stored.abandon('hung');
    await until(() => runs === 2);
    expect(await queues.stored.list('hung')).toEqual([expect.objectContaining({ progress: 1 })]);
    await queues.stored.setUnended('hung', 11);
    await queues.stored.abandon('hung');
    await until(async () => (await queues.stored.list('hung')).length === 0);
    expect(givenUp).toEqual([12]);
    expect(runs).toBe(2);
    await queue.stop(0); // what hangs would be waited for
  });

  it('does not count a run that ended, or the runs of a recurring job', async () => {
    const runs = { broken: 0, cron: 0 };
    const failing = async () => {
      runs.broken += 1;
      throw new Error('broken');
    };
    const hang = (): Promise<void> => {
      runs.cron += 1;
      return endless;
    };
    const queue = queues.create(
      define('broken', failing, { maxAttempts: 20, retryDelaySeconds: 0.001 }),
      define('cron', hang, { every: '1 second', concurrency: 3 }),
    );
    await queue.enqueue({ name: 'broken', key: 'broken:1', data: {} });
    await queue.start();
    await until(() => runs.broken >= 2);
    const [broken] = await queues.stored.list('broken');
    expect(broken).toMatchObject({ progress: null });
    for (const count of [1, 2, 3]) {
      await until(() => runs.cron >= count);
      if (count < 3) await queues.stored.expireLock('cron');
    }
    expect(await queues.stored.list('cron')).toEqual([expect.objectContaining({ progress: null })]);
    await queue.stop(0);
  });

  it('keeps the lock of a job that renews it', async () => {
    let runs = 0;
    const begun = Promise.withResolvers<void>();
    const expired = Promise.withResolvers<void>();
    const renewed = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const long: JobDefinition['run'] = async (_data, { touch }) => {
      runs += 1;
      begun.resolve();
      await expired.promise;
      await touch();
      renewed.resolve();
      await end.promise;
    };
    const here = queues.create(define('long', long, { concurrency: 1 }));
    await here.start();
    await here.enqueue({ name: 'long', key: 'long:1', data: {} });
    await begun.promise;
    await queues.stored.abandon('long');
    expired.resolve();
    await renewed.promise;
    const there = queues.create(
      define('long', long),
      define('short', async () => {}),
    );
    await there.start();
    await there.enqueue({ name: 'short', key: 'short:1', data: {} });
    await until(async () => (await queues.stored.list('short')).length === 0);
    expect(runs).toBe(1);
    end.resolve();
    await until(async () => (await queues.stored.list('long')).length === 0);
    expect(runs).toBe(1);
  });
});
