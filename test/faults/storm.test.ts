import { killAll } from '../process/server-process.js';
import { type Cluster, startCluster } from './storm/cluster.js';
import { runStorm } from './storm/storm.js';

afterAll(killAll);

const stores: [string, string | undefined][] = [['PostgreSQL', undefined]];
const mongoCommand = process.env['FAULT_MONGO'];
if (mongoCommand) stores.push(['MongoDB', mongoCommand]);
else process.stdout.write('FAULT_MONGO is not set: nothing was killed while jobs were in MongoDB\n');

describe.each(stores)('two web processes and two workers on one database, with jobs in %s', (_, mongoCommand) => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster({ mongoCommand });
  });
  afterAll(async () => cluster[Symbol.asyncDispose]());

  it('do everything once if no process is killed', async () => {
    const { figures, problems } = await runStorm(cluster, { kills: 0, seed: 7, calmWrites: 80 });
    expect(problems).toEqual([]);
    expect(figures['deliveries repeated']).toBe(0);
    expect(figures['attempts of deliveries']).toBeGreaterThanOrEqual(80);
    expect(figures['deliveries refused at first']).toBeGreaterThan(0);
  });

  it('lose nothing and do nothing twice, whichever processes are killed', async () => {
    const { figures, problems } = await runStorm(cluster, { kills: 4, seed: 6, hurry: true });
    expect(problems).toEqual([]);
    expect(figures['subscriber resumed']).toBeGreaterThan(0);
  });
});
