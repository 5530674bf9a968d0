import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import type { BenchDatabase } from './bench-database.js';
import { type Contender, compare, requireSameAnswers, warmUp } from './comparison.js';
import { createJobs, firstBooking, type Job } from './jobs.js';
import { measureLatencies } from './latency.js';
import { answerOf, checkAnswer } from './load.js';
import { startPostGraphile } from './peers/postgraphile.js';
import { createReferenceSchema, requireSameChanges } from './reference/schema.js';
import { startProcess, startReference, startServer } from './servers.js';
import { rounded, type Table } from './table.js';
import type { Target } from './target.js';
import { memoryOf } from './usage.js';
import { createWorld, type World, type WorldSize } from './world.js';

/** In milliseconds: the server returns the memory that loading took a second after its start. */
const untilReturned = 3_000;

interface Options {
  /** Measures for less time, which is less accurate. */
  short: boolean;
  json: boolean;
  /** Also measures PostGraphile. */
  peers: boolean;
}

/** Measures the jobs, also on the references if these have them, latencies, memory and the time to start. */
export async function printOverview(
  bench: BenchDatabase,
  size: WorldSize,
  { short, json, peers }: Options,
): Promise<void> {
  const world = await createWorld(bench, size);
  await createReferenceSchema(bench.writer, world);
  await bench.writer.analyze();
  const jobs = createJobs(world);
  const { server: ours, start } = await measureStart(bench, world, jobs);
  const sameTables = await startReference(bench, world, 'same tables');
  const lean = await startReference(bench, world, 'lean');
  const folder = await mkdtemp(join(tmpdir(), 'booking-peers-'));
  await using _folder = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
  const contenders = [sameTables, lean, ...(peers ? [await startPostGraphile(bench, world, folder)] : [])];
  await pass(untilReturned);
  const memory = { idle: await memoryOf(ours.process.pid), loaded: 0 };
  const compared = [firstBooking(world), ...jobs];
  await requireSameAnswers(ours, lean, compared);
  await requireSameAnswers(ours, sameTables, compared);
  await requireSameChanges(bench.writer, world.accountId);
  const latencies = await measureLatencies(bench, ours, short);
  const bytes = await measureBytes([{ name: 'ours', target: ours, jobOf: (job) => job }, ...contenders], jobs);
  const worker = await startProcess(bench, { role: 'worker' });
  const { jobs: rows, others } = await measureJobs({ ...ours, worker }, contenders, jobs, short);
  memory.loaded = await memoryOf(ours.process.pid);
  await worker.end();
  // Node writes the compiled code when it exits. Images of production contain it.
  await ours.process.end();
  const { start: nextStart } = await measureStart(bench, world, jobs);
  if (json) {
    console.log(JSON.stringify({ size, bytes, jobs: rows, others, latencies, memory, start, nextStart }));
    return;
  }
  console.table(rows);
  console.table(others);
  console.log('Bytes of a response:');
  console.table(bytes);
  console.log('Milliseconds from a commit to its subscriber and its webhook:');
  console.table(latencies);
  console.log(`Memory: ${memory.idle} MB idle, ${memory.loaded} MB after the load.`);
  console.log(`Start to first answer: ${start} ms, then ${nextStart} ms with the compiled code of the former start.`);
}

/** Starts a server. @returns the server, and the milliseconds until it has answered the first job */
async function measureStart(
  bench: BenchDatabase,
  world: World,
  jobs: readonly Job[],
): Promise<{ server: Target; start: number }> {
  const begun = performance.now();
  const server = await startServer(bench, world);
  if (jobs[0]) await answerOf(server, jobs[0]);
  return { server, start: Math.round(performance.now() - begun) };
}

async function measureBytes(servers: readonly Contender[], jobs: readonly Job[]): Promise<Table> {
  const bytes: Table = {};
  for (const job of jobs) {
    for (const { name, target, jobOf } of servers) {
      const theirs = jobOf(job);
      if (theirs) bytes[job.name] = { ...bytes[job.name], [name]: await checkAnswer(target, theirs) };
    }
  }
  return bytes;
}

/** Measures only the latencies, with an account of the given size on the database. */
export async function printLatencies(bench: BenchDatabase, size: WorldSize, short: boolean): Promise<void> {
  const world = await createWorld(bench, size);
  await bench.writer.analyze();
  console.table(await measureLatencies(bench, await startServer(bench, world), short));
}

async function measureJobs(
  ours: Target,
  others: readonly Contender[],
  jobs: readonly Job[],
  short: boolean,
): Promise<Record<'jobs' | 'others', Table>> {
  const tables: Record<'jobs' | 'others', Table> = { jobs: {}, others: {} };
  const [rounds, seconds, mostConnections] = short ? [1, 1, 4] : [3, 5, 16];
  for (const job of jobs) {
    for (const { target, jobOf } of [{ target: ours, jobOf: () => job }, ...others]) {
      const theirs = jobOf(job);
      const connections = Math.min(Math.max(...job.connections), mostConnections);
      if (theirs) await warmUp(target, theirs, { connections, seconds: seconds / 2 });
    }
    for (const wanted of job.connections) {
      const connections = Math.min(wanted, mostConnections);
      const { row, others: rowOfOthers } = await compare(ours, others, job, { connections, seconds }, rounds);
      // Not the median of the rounds: memory grows over the jobs.
      const memory = await memoryOf(ours.process.pid);
      const name = `${job.name} × ${connections}`;
      tables.jobs[name] = { ...rounded(row), MB: memory };
      if (job.hasReference) tables.others[name] = rounded(rowOfOthers);
    }
  }
  return tables;
}
