import { parseArgs } from 'node:util';
import { killAll } from '../../process/server-process.js';
import { seedOfRun } from '../../support/seed.js';
import { startCluster } from './cluster.js';
import { runStorm } from './storm.js';

/**
 * Runs a long storm and fails if it finds a problem. Settings: --seed or FAULT_SEED, FAULT_KILLS, and FAULT_MONGO, the
 * command that serves a MongoDB.
 */
const { FAULT_KILLS = '100', FAULT_MONGO: mongoCommand } = process.env;
const seed = seedOfRun(parseArgs({ options: { seed: { type: 'string' } } }).values.seed);
console.log(`FAULT_SEED=${seed} FAULT_KILLS=${FAULT_KILLS}, jobs in ${mongoCommand ? 'MongoDB' : 'PostgreSQL'}`);
try {
  await using cluster = await startCluster({ mongoCommand, isDurable: true });
  const { figures, problems, notes } = await runStorm(cluster, {
    kills: Number(FAULT_KILLS),
    seed,
  });
  console.table(figures);
  for (const problem of problems) console.log(`WRONG: ${problem}`);
  console.log(`what the clients noted is in ${notes}`);
  process.exitCode = problems.length > 0 ? 1 : 0;
} finally {
  killAll();
}
