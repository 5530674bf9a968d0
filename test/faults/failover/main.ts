import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { killAll } from '../../process/server-process.js';
import { seedOfRun } from '../../support/seed.js';
import type { Notebook } from '../judge/notes.js';
import { startProcesses } from '../storm/cluster.js';
import { runStorm } from '../storm/storm.js';
import { Cell } from './cell.js';
import { disturbPrimary, type Event, type EventReport } from './events.js';
import { loseChanges } from './lost-changes.js';
import { OldPrimary } from './old-primary.js';

/**
 * Runs the storm's clients while the primary of a cell dies in different ways, or etcd, and fails if it finds a problem. Settings:
 * --seed or FAULT_SEED; FAILOVER_EVENTS, the number of events; FAILOVER_KEEP, to keep the logs.
 */
const { FAILOVER_EVENTS = '6' } = process.env;
const seed = seedOfRun(parseArgs({ options: { seed: { type: 'string' } } }).values.seed);
const order: readonly Event[] = [
  ...(['killed', 'one etcd killed', 'paused', 'cut off', 'two etcd killed', 'switched over'] as const),
];
/** In seconds. */
const longestOutage = 30;

console.log(`FAULT_SEED=${seed} FAILOVER_EVENTS=${FAILOVER_EVENTS}`);
const isLarge = availableParallelism() >= 8;
const reports: EventReport[] = [];
try {
  await using cell = await Cell.start();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      killAll();
      void cell[Symbol.asyncDispose]().finally(() => process.exit(1));
    });
  }
  console.log(`three PostgreSQL servers under Patroni, etcd and HAProxy run; their logs are in ${cell.folder}`);
  await OldPrimary.prepare(cell);
  await using processes = await startProcesses(cell.url, isLarge ? { webs: 4, workers: 2 } : { webs: 2, workers: 1 });
  const disturb = async (notebook: Notebook): Promise<Record<string, number>> => {
    for (let count = 0; count < Number(FAILOVER_EVENTS); count += 1) {
      const report = await disturbPrimary(cell, processes, notebook, order[count % order.length] ?? 'killed');
      console.log(JSON.stringify(report));
      reports.push(report);
    }
    return { events: reports.length };
  };
  const cluster = {
    ...processes,
    killPostgres: async () => (await cell.primary()).machine.signal('SIGKILL'),
    mongo: undefined,
  };
  const { figures, problems, notes } = await runStorm(cluster, { kills: 0, seed, hurry: true, disturb });
  console.table(reports);
  console.table(figures);
  console.log(`what the clients noted is in ${notes}`);
  problems.push(
    ...reports
      .filter((report) => report['seconds until writes again'] > longestOutage)
      .map(({ event, primary }) => `writes were not back within ${longestOutage} s after ${primary} was ${event}`),
    ...reports
      .filter(({ event, replaced }) => event === 'one etcd killed' && replaced)
      .map(({ primary }) => `${primary} was replaced, although etcd had a majority`),
    ...reports.filter(({ lost }) => lost > 0).map(({ event, lost }) => `${lost} writes were lost: ${event}`),
    ...reports
      .filter((report) => report['old primary'].includes('LOST'))
      .map(({ event }) => `${event}: fencing failed`),
    ...(await loseChanges(cell, processes)),
  );
  for (const problem of problems) console.log(`WRONG: ${problem}`);
  process.exitCode = problems.length > 0 ? 1 : 0;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  killAll();
}
