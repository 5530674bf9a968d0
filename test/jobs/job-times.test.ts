import { JobTimes } from '../../src/jobs/job-repository.js';
import { DatabaseClock } from '../../src/platform/database/database-clock.js';
import { ManualClock } from '../support/manual-clock.js';

const day = 24 * 60 * 60 * 1_000;
const minute = 60_000;

describe('the times of jobs', () => {
  it('are stored by the shared clock, and stay when the clock of the process jumps', () => {
    const clock = new ManualClock(new Date(Date.now() + 3 * day).toISOString());
    const times = new JobTimes(clock);
    const nextRunAt = new Date();
    const stored = times.toStored(nextRunAt);
    expect(Math.abs(stored.getTime() - nextRunAt.getTime() - 3 * day)).toBeLessThan(minute);
    clock.advance(-5 * day);
    expect(times.toStored(nextRunAt)).toBe(stored);
    expect(Math.abs(times.toStored(new Date()).getTime() - clock.now().getTime())).toBeLessThan(minute);
  });

  it.each([-3 * day, -90, -5, 0, 5, 90, 3 * day])(
    'never make a job start early by a clock that is %d ms ahead',
    (offset) => {
      const times = new JobTimes({ now: () => new Date(Date.now() + offset) });
      for (const ahead of [0, 1_000]) {
        const at = new Date(Date.now() + ahead);
        expect(times.toLocal(at).getTime() + offset).toBeGreaterThanOrEqual(at.getTime());
        expect(times.toLocal(at).getTime() + offset).toBeLessThan(at.getTime() + minute);
      }
    },
  );

  it('start a job at once whose time has come, without a timer that may be early', () => {
    const clock = new ManualClock(new Date(Date.now() + 3 * day).toISOString());
    const local = new JobTimes(clock).toLocal(clock.now());
    expect(local.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it('convert every time of a job both ways, and nothing else', () => {
    const times = new JobTimes({ now: () => new Date(Date.now() + 3 * day) });
    const stored = {
      ...{ name: 'trim', priority: 0, type: 'single' as const, data: { at: new Date(7) } },
      ...{ nextRunAt: new Date(1), lockedAt: new Date(2), lastRunAt: new Date(3) },
      ...{ lastFinishedAt: new Date(4), failedAt: new Date(5) },
    };
    const local = times.toLocalJob(stored);
    expect(local).not.toEqual(stored);
    expect(local.data).toBe(stored.data);
    expect(times.toStoredJob(local)).toEqual(stored);
    expect(times.toStoredJob({ ...stored, nextRunAt: null })).toMatchObject({ nextRunAt: null });
  });
});

describe('the clock of the database', () => {
  it('goes on by a monotonic clock between two readings, and moves only out of the bounds of an answer', async () => {
    let [time, monotonic, latency] = [Date.UTC(2026, 2, 2, 7), 5_000, 40];
    /** Reads the time at the start of the latency. */
    const read = async (): Promise<number> => {
      const told = time;
      pass(latency);
      return told;
    };
    const pass = (milliseconds: number, drift = 0): void => {
      monotonic += milliseconds + drift;
      time += milliseconds;
    };
    const clock = await DatabaseClock.start(read, () => monotonic);
    const behind = () => time - clock.now().getTime();
    expect(behind()).toBe(40);
    pass(1_500);
    expect(behind()).toBe(40);
    latency = 3;
    await clock.sync();
    expect(behind()).toBe(3);
    latency = 90;
    await clock.sync();
    expect(behind()).toBe(3);
    pass(10_000, 7);
    expect(behind()).toBe(-4);
    await clock.sync();
    expect(behind()).toBe(0);
    time += day;
    await clock.sync();
    expect(behind()).toBe(90);
    time -= day;
    await clock.sync();
    expect(behind()).toBe(0);
    clock.stop();
  });
});
