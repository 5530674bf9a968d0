import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createAccount } from '../../src/domain/account/account.actions.js';
import { systemClock } from '../../src/platform/time/clock.js';
import { startCluster } from '../faults/storm/cluster.js';
import { killAll } from '../process/server-process.js';
import { pick, seeded } from '../support/random.js';
import { seedOfRun } from '../support/seed.js';
import { acme } from '../support/test-server.js';
import { checkHistory } from './check.js';
import { readHistory, writeHistory } from './history.js';
import { runRounds } from './rounds.js';

/**
 * Lets clients use the same objects at once, at processes that are killed, and searches an order that explains what they
 * noted. With a file, checks what such a run has written.
 *
 *   npm run histories -- [--seed 7] [--operations 3000] [--pooled 5]
 *   npm run histories -- --check FILE
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    operations: { type: 'string', default: '3000' },
    check: { type: 'string' },
    pooled: { type: 'string' },
  },
});
const [seed, operations] = [seedOfRun(values.seed), Number(values.operations)];
if (!(operations > 0)) throw new Error('--operations must be a number');

const file = values.check ?? (await record());
const history = readHistory(file);
const { problems, ...figures } = checkHistory(history);
const unknown = history.filter(({ answer }) => answer === null).length;
console.table({ operations: history.length, 'without an answer': unknown, ...figures });
for (const problem of problems) console.log(`WRONG: ${problem}`);
console.log(`the history is in ${file}`);
process.exitCode = problems.length > 0 ? 1 : 0;

/** Returns the file with the history of a run. */
async function record(): Promise<string> {
  console.log(`seed ${seed}, ${operations} operations`);
  const path = join(await mkdtemp(join(tmpdir(), 'booking-histories-')), `${seed}.jsonl`);
  try {
    const pooled = values.pooled === undefined ? undefined : Number(values.pooled);
    await using cluster = await startCluster({ pooled });
    await cluster.whenReady();
    const webs = cluster.members.filter(({ role }) => role === 'web');
    const random = seeded(seed);
    await runRounds({
      ...{ seed, operations, origins: cluster.origins },
      createAccount: async (subdomain) => {
        await cluster.whenReady();
        return createAccount(cluster.database, systemClock, { ...acme, subdomain });
      },
      disturb: async () => {
        await pass(random(500));
        const ready = webs.filter(({ isReady }) => isReady);
        // The clients go on at the other.
        if (ready.length === webs.length) pick(random, ready).kill();
      },
      onRound: (round) => writeHistory(path, round),
    });
    const [connections] = await cluster.database.session.execute(
      `select count(*)::integer as connections from pg_stat_activity where datname = current_database()`,
    );
    console.table(connections);
  } finally {
    killAll();
  }
  return path;
}
