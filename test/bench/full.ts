import { ServerProcess, startMain } from '../process/server-process.js';
import type { BenchDatabase } from './bench-database.js';
import { type Contenders, compare, requireSameAnswers } from './comparison.js';
import { createJobs, type Job } from './jobs.js';
import { answerOf, type Target } from './load.js';
import { serverSettings } from './server-settings.js';
import type { Row } from './table.js';
import { memoryOf } from './usage.js';
import { fillWorld, type World, type WorldSize } from './world.js';

interface Options {
  /** Quick and rough. */
  short: boolean;
  json: boolean;
}

/** Measures every job, on the server written by hand too where it has the job, the memory and the start. */
export async function printComparison(bench: BenchDatabase, size: WorldSize, { short, json }: Options): Promise<void> {
  const world = await fillWorld(bench.database, size);
  const jobs = createJobs(world);
  const { target: ours, start } = await startOurs(bench, world, jobs[0]);
  const contenders = { ours, byHand: await startByHand(bench, world) };
  await requireSameAnswers(contenders, jobs);
  const memory = { idle: await memoryOf(ours.process.pid), loaded: 0 };
  const rows = await measureJobs(contenders, jobs, short);
  memory.loaded = await memoryOf(ours.process.pid);
  if (json) {
    console.log(JSON.stringify({ size, jobs: rows, memory, start }));
    return;
  }
  console.table(rows);
  console.log(
    `Memory: ${memory.idle} MB idle, ${memory.loaded} MB after the load. Start to first answer: ${start} ms.`,
  );
}

async function measureJobs(contenders: Contenders, jobs: readonly Job[], short: boolean): Promise<Record<string, Row>> {
  const rows: Record<string, Row> = {};
  const [rounds, seconds] = short ? [1, 1] : [3, 5];
  for (const job of jobs) {
    for (const connections of job.isByHand ? [1, 16] : [1]) {
      rows[`${job.name} × ${connections}`] = await compare(contenders, job, { connections, seconds }, rounds);
    }
  }
  return rows;
}

async function startOurs(bench: BenchDatabase, world: World, job?: Job): Promise<{ target: Target; start: number }> {
  const begun = performance.now();
  const process = await startMain(serverSettings(bench.url)).ready('Health');
  const target = { process, apiKey: world.apiKey, postmaster: bench.postmaster };
  if (job) await answerOf(target, job);
  return { target, start: Math.round(performance.now() - begun) };
}

async function startByHand(bench: BenchDatabase, { accountId, apiKey, zone }: World): Promise<Target> {
  const settings = { DATABASE_URL: bench.url, ACCOUNT_ID: String(accountId), API_KEY: apiKey, TIME_ZONE: zone };
  const byHand = new ServerProcess(process.execPath, ['dist/test/bench/hand-written-server.js'], settings);
  return { process: await byHand.ready('REST'), apiKey, postmaster: bench.postmaster };
}
