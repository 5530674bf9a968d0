import { Follower, type Progress } from '../../src/outbox/polling-loop.js';
import { until } from './change-writer.js';

const never = 1_000_000;

describe('a follower of something that is held', () => {
  it('looks again soon, however often it was woken meanwhile', async () => {
    let steps = 0;
    const step = async (): Promise<Progress> => (++steps > 60 ? 'idle' : 'held');
    const follower = new Follower(step, { held: never, failed: never }, () => {});
    for (let woken = 1; woken <= 50; woken++) {
      await until(() => steps >= woken);
      follower.wake();
    }
    follower.wake();
    await until(() => steps >= 53, 2_000);
    await follower.stop();
  });

  it('looks ever less often while nothing wakes it', async () => {
    const times: number[] = [];
    const step = async (): Promise<Progress> => {
      times.push(performance.now());
      return 'held';
    };
    const follower = new Follower(step, { held: never, failed: never }, () => {});
    await until(() => times.length === 5);
    await follower.stop();
    const pauses = times.slice(1).map((time, index) => Math.round(time - (times[index] ?? 0)));
    for (const [index, pause] of pauses.entries()) expect(pause).toBeGreaterThanOrEqual(20 * 2 ** index - 2);
  });
});
