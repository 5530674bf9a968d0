import { killAll } from '../process/server-process.js';
import { runStorm } from './storm/storm.js';

afterAll(killAll);

describe('two web processes and two workers on one database', () => {
  it('lose, repeat and invent nothing, whatever is killed', async () => {
    const { figures, problems } = await runStorm({ kills: 6, seed: 6, hurry: true });
    expect(problems).toEqual([]);
    expect(figures['subscriber resumed']).toBeGreaterThan(0);
  }, 120_000);

  it('do everything once when none is: each delivery, expiry and occurrence', async () => {
    const { figures, problems } = await runStorm({ kills: 0, seed: 7 });
    expect(problems).toEqual([]);
    expect(figures['deliveries repeated']).toBe(0);
    expect(figures['deliveries']).toBeGreaterThan(50);
  }, 120_000);
});
