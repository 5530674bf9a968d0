import { setTimeout as pass } from 'node:timers/promises';
import { numbers, until } from './change-writer.js';
import { define, jobStores, TestQueues } from './job-queues.js';

describe.each(jobStores)('job queue on %s', (_, open) => {
  const queues = TestQueues.use(open);

  it('stores one job of ten that are enqueued at once under a key, runs it once and removes it', async () => {
    const runs: object[] = [];
    const job = define('unique', async (data) => void runs.push(data));
    const [here, there] = [queues.create(job), queues.create(job)];
    const request = { name: 'unique', key: 'unique:1', data: { number: 1 } };
    await Promise.all(numbers(1, 10).map((n) => (n % 2 ? here : there).enqueue(request)));
    expect(await queues.stored.list('unique')).toHaveLength(1);
    await pass(200);
    expect(runs).toEqual([]);
    await here.start();
    await until(() => runs.length > 0);
    await until(async () => (await queues.stored.list('unique')).length === 0);
    expect(runs).toEqual([{ number: 1 }]);
  });

  it('runs a job no earlier than its time', async () => {
    const ran = Promise.withResolvers<number>();
    const queue = queues.create(define('later', async () => ran.resolve(Date.now())));
    await queue.start();
    const at = new Date(Date.now() + 1_500);
    await queue.enqueue({ name: 'later', key: 'later:1', data: {}, at });
    expect(await ran.promise).toBeGreaterThanOrEqual(at.getTime());
  });

  it('runs a job of the same process before the next poll', async () => {
    let ran = Promise.withResolvers<void>();
    const queue = queues.create(define('now', async () => ran.resolve()));
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
    // Each starts when the one before has ended, so a queue that only polls takes a second for each.
    await until(async () => (await millisecondsOfOne()) < 500);
  });

  it('runs each job once in two processes that have fewer places than jobs', async () => {
    const runs: object[] = [];
    const job = define('shared', async (data) => void runs.push(data), { concurrency: 3 });
    const [here, there] = [queues.create(job), queues.create(job)];
    await Promise.all([here.start(), there.start()]);
    await Promise.all(
      numbers(1, 40).map((n) => here.enqueue({ name: 'shared', key: `shared:${n}`, data: { number: n } })),
    );
    await until(() => runs.length >= 40);
    await until(async () => (await queues.stored.list('shared')).length === 0);
    expect(runs).toHaveLength(40);
    expect(new Set(runs.map((data) => JSON.stringify(data))).size).toBe(40);
  });

  it('removes the jobs that are stored under a former name', async () => {
    const formerly = queues.create(define('former-name', async () => {}, { every: '1 hour' }));
    await formerly.start();
    expect(await queues.stored.list('former-name')).toHaveLength(1);
    await formerly.stop();
    await queues.create(define('new-name', async () => {}, { every: '1 hour', formerNames: ['former-name'] })).start();
    expect(await queues.stored.list('former-name')).toEqual([]);
    expect(await queues.stored.list('new-name')).toHaveLength(1);
  });

  it('stores a recurring job once, however many processes start it, and repeats it', async () => {
    const runs: object[] = [];
    const recurring = define('recurring', async (data) => void runs.push(data), { every: '1 second' });
    await Promise.all(numbers(1, 4).map(() => queues.create(recurring).start()));
    expect(await queues.stored.list('recurring')).toHaveLength(1);
    await until(() => runs.length >= 2);
    expect(await queues.stored.list('recurring')).toHaveLength(1);
  });
});
