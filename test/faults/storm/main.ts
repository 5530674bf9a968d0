import { killAll } from '../../process/server-process.js';
import { startCluster } from './cluster.js';
import { runStorm } from './storm.js';

/**
 * Runs a long storm and fails if it finds a problem. Settings: FAULT_KILLS, FAULT_SEED, and FAULT_MONGO, the command that
 * serves a MongoDB.
 */
const { FAULT_KILLS = '100', FAULT_SEED = String(Date.now() % 1_000_000), FAULT_MONGO: mongoCommand } = process.env;
console.log(`FAULT_SEED=${FAULT_SEED} FAULT_KILLS=${FAULT_KILLS}, jobs in ${mongoCommand ? 'MongoDB' : 'PostgreSQL'}`);
try {
  await using cluster = await startCluster({ mongoCommand });
  const { figures, problems, notes } = await runStorm(cluster, {
    kills: Number(FAULT_KILLS),
    seed: Number(FAULT_SEED),
  });
  console.table(figures);
  for (const problem of problems) console.log(`WRONG: ${problem}`);
  console.log(`what the clients noted is in ${notes}`);
  process.exitCode = problems.length > 0 ? 1 : 0;
} finally {
  killAll();
}
