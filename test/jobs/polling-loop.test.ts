import { PollingLoop, type Progress } from '../../src/outbox/polling-loop.js';
import { until } from '../support/until.js';

const never = 1_000_000;

describe('a blocked polling loop', () => {
  it('polls again soon, however often it was woken in the meantime', async () => {
    let steps = 0;
    const step = async (): Promise<Progress> => (++steps > 60 ? 'idle' : 'blocked');
    const loop = new PollingLoop(step, { blocked: never, failed: never }, () => {});
    for (let woken = 1; woken <= 50; woken++) {
      await until(() => steps >= woken);
      loop.wake();
    }
    loop.wake();
    await until(() => steps >= 53);
    await loop.stop();
  });

  it('polls less and less often while nothing wakes it', async () => {
    const times: number[] = [];
    const step = async (): Promise<Progress> => {
      times.push(performance.now());
      return 'blocked';
    };
    const loop = new PollingLoop(step, { blocked: never, failed: never }, () => {});
    await until(() => times.length === 5);
    await loop.stop();
    const pauses = times.slice(1).map((time, index) => Math.round(time - (times[index] ?? 0)));
    for (const [index, pause] of pauses.entries()) expect(pause).toBeGreaterThanOrEqual(20 * 2 ** index - 2);
  });
});
