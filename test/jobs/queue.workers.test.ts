import { setTimeout as pass } from 'node:timers/promises';
import type { JobDefinition } from '../../src/jobs/job-queue.js';
import { numbers, until } from './change-writer.js';
import { define, jobStores, killWhileRunning, TestQueues } from './job-queues.js';

describe.each(jobStores)('workers of a job queue on %s', (_, open) => {
  const queues = TestQueues.use(open);

  it('retries after delays that double, then stores the failure and removes the job', async () => {
    const times: number[] = [];
    const givenUp: object[] = [];
    queues.onGivenUp = async (job) => void givenUp.push(job);
    const failing = async () => {
      times.push(Date.now());
      throw new Error(`broken ${times.length}`);
    };
    const queue = queues.create(define('failing', failing, { maxAttempts: 3, retryDelaySeconds: 0.2 }));
    await queue.start();
    const request = { name: 'failing', key: 'failing:1', data: { number: 1 } };
    await queue.enqueue(request);
    await until(async () => times.length === 3 && (await queues.stored.list('failing')).length === 0);
    const [first = 0, second = 0, third = 0] = times;
    expect(second - first).toBeGreaterThanOrEqual(200);
    expect(third - second).toBeGreaterThanOrEqual(400);
    await pass(1_500);
    expect(times).toHaveLength(3);
    expect(givenUp).toEqual([{ ...request, error: new Error('broken 3'), attempts: 3 }]);
    await queue.enqueue(request); // its key is free
    await until(() => times.length === 4);
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
    const queue = queues.create(define('unkept', failing, { maxAttempts: 2, retryDelaySeconds: 0.1 }));
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
    const queue = queues.create(define('fatal', failing, { lockSeconds: 1 }));
    await queue.enqueue({ name: 'fatal', key: 'fatal:2', data: {} });
    await killWhileRunning(child);
    expect(await queues.stored.list('fatal')).toHaveLength(1);
    await queue.start();
    await until(async () => (await queues.stored.list('fatal')).length === 0);
    expect(givenUp).toEqual(['fatal:2']);
  });

  it('stop waits for the running jobs, starts no more, and leaves the others to other workers', async () => {
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
    const queue = queues.create(slow);
    for (const n of [1, 2]) await queue.enqueue({ name: 'slow', key: `slow:${n}`, data: {} });
    await queue.start();
    await begun.promise;
    await queue.stop();
    expect(finished).toHaveLength(1);
    expect(await queues.stored.list('slow')).toHaveLength(1);
    await queues.create(slow).start();
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
    const queue = queues.create(define('fatal', async (data) => void runs.push(data), { lockSeconds: 1 }));
    await queue.enqueue({ name: 'fatal', key: 'fatal:1', data: {} });
    await killWhileRunning(child);
    await queue.start();
    await until(() => runs.length === 1);
    await until(async () => (await queues.stored.list('fatal')).length === 0);
  });

  it('runs all jobs of dead workers at once, also if there are more of them than places', async () => {
    const ended: unknown[] = [];
    const job = define('left', async (data) => void ended.push(await pass(20, data)), {
      lockSeconds: 120,
      concurrency: 2,
    });
    const queue = queues.create(job);
    const request = (n: number) => ({ name: 'left', key: `left:${n}`, data: { number: n } });
    for (const n of numbers(1, 10)) await queue.enqueue(request(n));
    await queues.stored.abandon('left');
    await queue.start();
    await Promise.all(numbers(11, 20).map((n) => queue.enqueue(request(n))));
    await until(() => ended.length === 20);
    expect(new Set(ended).size).toBe(20);
  });

  it('gives up a job that has killed its workers ten times more often than it may fail', async () => {
    const child = queues.startProcess();
    const runs: object[] = [];
    const givenUp: object[] = [];
    queues.onGivenUp = async (job) => void givenUp.push(job);
    const queue = queues.create(define('fatal', async (data) => void runs.push(data), { lockSeconds: 1 }));
    const request = { name: 'fatal', key: 'fatal:3', data: {} };
    await queue.enqueue(request);
    await queues.stored.setUnended('fatal', 10);
    await killWhileRunning(child);
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
      return pass(60_000, undefined, { ref: false });
    };
    const queue = queues.create(define('hung', hang, { lockSeconds: 1, maxAttempts: 2 }));
    await queue.start();
    await queue.enqueue({ name: 'hung', key: 'hung:1', data: {} });
    await until(() => runs === 2);
    expect(await queues.stored.list('hung')).toEqual([expect.objectContaining({ progress: 1 })]);
    await queues.stored.setUnended('hung', 11);
    await until(async () => (await queues.stored.list('hung')).length === 0);
    expect(givenUp).toEqual([12]);
    expect(runs).toBe(2);
    await queue.stop(0); // what hangs would be waited for
  });

  it('does not count a run that ended, or the runs of a recurring job', async () => {
    let runs = 0;
    const failing = async () => {
      runs += 1;
      throw new Error('broken');
    };
    const queue = queues.create(
      define('broken', failing, { maxAttempts: 20, retryDelaySeconds: 0.001 }),
      define('cron', () => pass(60_000, undefined, { ref: false }), { lockSeconds: 1, every: '1 second' }),
    );
    await queue.enqueue({ name: 'broken', key: 'broken:1', data: {} });
    await queue.start();
    await until(() => runs >= 2);
    const [broken] = await queues.stored.list('broken');
    expect(broken).toMatchObject({ progress: null });
    await pass(2_500);
    expect(await queues.stored.list('cron')).toEqual([expect.objectContaining({ progress: null })]);
    await queue.stop(0);
  });

  it('keeps the lock of a job that renews it', async () => {
    let runs = 0;
    const long: JobDefinition['run'] = async (_data, { touch }) => {
      runs += 1;
      for (const _ of numbers(1, 4)) {
        await pass(500);
        await touch();
      }
    };
    const job = define('long', long, { lockSeconds: 1 });
    const [here, there] = [queues.create(job), queues.create(job)];
    await Promise.all([here.start(), there.start()]);
    await here.enqueue({ name: 'long', key: 'long:1', data: {} });
    await until(() => runs === 1);
    await until(async () => (await queues.stored.list('long')).length === 0);
    expect(runs).toBe(1);
  });
});
