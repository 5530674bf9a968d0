import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../../src/platform/project-root.js';
import { until } from '../support/until.js';
import { define, jobStores, TestQueues } from './job-queues.js';

const hour = 3_600_000;
const day = 24 * hour;

/** The real time in milliseconds, although the clock of the process is wrong. */
const realTime = (): number => performance.timeOrigin + performance.now();
const shiftBy = (milliseconds: number): void => {
  process.env['DATE_SHIFT'] = String(milliseconds);
};

const RealDate = Date;
shiftBy(0);
await import(pathToFileURL(join(projectRoot, 'test', 'support', 'shifted-date.mjs')).href);
afterEach(() => shiftBy(0));
afterAll(() => {
  globalThis.Date = RealDate;
  delete process.env['DATE_SHIFT'];
});

describe.each(jobStores)('job queue on %s in a process whose clock is wrong', (_, open) => {
  const queues = TestQueues.use(open);

  it.each([
    ['ahead, and jumps back', 3 * day],
    ['behind, and jumps forward', -3 * day],
  ])('runs jobs by its own clock if that of the process is %s while they run', async (__, shift) => {
    const startedAt = realTime();
    const runs = new Map<string, number>();
    const once = define('once', async (data) => void runs.set(String(Object.values(data)[0]), realTime()));
    const failing = define('failing', () => Promise.reject(new Error('fails')), {
      ...{ maxAttempts: 3, retryDelaySeconds: 60 },
    });
    const recurring = define('recurring', async () => shiftBy(-shift), { every: '1 hour' });
    const enqueue = async (key: string, delay?: number): Promise<number> => {
      const at = Math.ceil(realTime() + (delay ?? 0));
      await queue.enqueue({ name: 'once', key, data: { key }, ...(delay && { at: new Date(at) }) });
      return at;
    };
    queues.clock = { now: () => new Date(Math.floor(realTime())) };
    const queue = queues.create(once, failing, recurring);
    shiftBy(shift);
    await queue.enqueue({ name: 'failing', key: `failing ${shift}`, data: {} });
    await enqueue('now');
    const soon = await enqueue('soon', 300);
    await queue.start();
    await until(() => runs.has('now') && runs.has('soon') && process.env['DATE_SHIFT'] === String(-shift));
    await enqueue('after jump');
    const soonAfterJump = await enqueue('soon after jump', 300);
    await until(() => runs.has('after jump') && runs.has('soon after jump'));
    const later = await enqueue('later', hour);
    await queue.stop();

    expect(runs.get('soon')).toBeGreaterThanOrEqual(soon);
    expect(runs.get('soon after jump')).toBeGreaterThanOrEqual(soonAfterJump);
    expect(runs.has('later')).toBe(false);
    expect(await queues.stored.findNextRun('once')).toBe(later);
    const expectNextRun = async (name: string, delay: number): Promise<void> => {
      const next = (await queues.stored.findNextRun(name)) ?? 0;
      expect(next).toBeGreaterThan(startedAt + delay - 1_000);
      expect(next).toBeLessThan(realTime() + delay);
    };
    await expectNextRun('recurring', hour);
    await expectNextRun('failing', 60_000);

    // A process that starts leaves the recurring jobs that exist where they are.
    const planned = await queues.stored.findNextRun('recurring');
    await queues.create(recurring).start();
    expect(await queues.stored.findNextRun('recurring')).toBe(planned);
    await queues.stored.clear();
  });
});
