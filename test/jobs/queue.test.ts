import { until } from '../support/until.js';
import { numbers } from './change-writer.js';
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
    await here.start();
    await until(() => runs.length > 0);
    await until(async () => (await queues.stored.list('unique')).length === 0);
    expect(runs).toEqual([{ number: 1 }]);
  });

  it('runs a job once its time has come, and jobs without a time before it', async () => {
    const runs: object[] = [];
    const queue = queues.create(define('later', async (data) => void runs.push(data)));
    await queue.start();
    const at = new Date(Date.now() + 3_600_000);
    await queue.enqueue({ name: 'later', key: 'later:1', data: { number: 1 }, at });
    await queue.enqueue({ name: 'later', key: 'later:2', data: { number: 2 } });
    await until(async () => (await queues.stored.list('later')).length === 1);
    expect(runs).toEqual([{ number: 2 }]);
    await queues.stored.setDue('later');
    await until(() => runs.length === 2);
    expect(runs).toEqual([{ number: 2 }, { number: 1 }]);
  });

  it('runs a job of the same process before the next poll', async () => {
    const child = queues.startProcess('enqueue');
    try {
      await until(() => child.exitCode !== null);
      expect(child.exitCode).toBe(0);
    } finally {
      child.kill('SIGKILL');
    }
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
