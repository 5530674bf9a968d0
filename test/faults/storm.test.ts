import { killAll } from '../process/server-process.js';
import { runStorm } from './storm/storm.js';

afterAll(killAll);

const stores: [string, string | undefined][] = [['PostgreSQL', undefined]];
const mongoCommand = process.env['FAULT_MONGO'];
if (mongoCommand) stores.push(['MongoDB', mongoCommand]);
else process.stdout.write('FAULT_MONGO is not set: nothing was killed while jobs were in MongoDB\n');

describe('two web processes and two workers on one database', () => {
  it.each(stores)(
    'lose, repeat and invent nothing, whatever is killed, with jobs in %s',
    async (_, mongoCommand) => {
      const { figures, problems } = await runStorm({ kills: 4, seed: 6, hurry: true, mongoCommand });
      expect(problems).toEqual([]);
      expect(figures['subscriber resumed']).toBeGreaterThan(0);
    },
    120_000,
  );

  it('do everything once when none is: each delivery, expiry and occurrence', async () => {
    const { figures, problems } = await runStorm({ kills: 0, seed: 7 });
    expect(problems).toEqual([]);
    expect(figures['deliveries repeated']).toBe(0);
    expect(figures['deliveries']).toBeGreaterThan(50);
  }, 120_000);
});
