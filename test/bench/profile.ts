import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchDatabase } from './bench-database.js';
import { type CpuTimes, lastProfile, type PartTime, readCpuProfile } from './cpu-profile.js';
import { createJobs, type Job } from './jobs.js';
import { type Measurement, measure } from './load.js';
import { startServer } from './servers.js';
import { rounded } from './table.js';
import { createWorld, type WorldSize } from './world.js';

const warmUpSeconds = 2;
const seconds = 8;

interface Profile {
  job: Job;
  connections: number;
  measurement: Measurement;
  times: CpuTimes;
}

/**
 * Runs one job on the server under Node's profiler, which samples the whole life of the process, and prints the layers,
 * modules and functions that took the CPU time during the load. It has as many connections as the job has at most.
 *
 * @throws Error if no job has that key
 */
export async function printProfile(bench: BenchDatabase, key: string, size: WorldSize, asJson: boolean): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'booking-profile-'));
  try {
    const taken = await profile(bench, key, size, folder);
    if (asJson) console.log(JSON.stringify({ ...taken, job: key }));
    else print(taken);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function profile(bench: BenchDatabase, key: string, size: WorldSize, folder: string): Promise<Profile> {
  const world = await createWorld(bench, size);
  await bench.writer.analyze();
  const jobs = createJobs(world);
  const job = jobs.find((candidate) => candidate.key === key);
  if (!job) throw new Error(`--profile takes one of ${jobs.map((candidate) => candidate.key).join(', ')}`);
  const connections = Math.max(...job.connections);
  const node = ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=500'];
  const target = await startServer(bench, world, { node });
  await measure(target, job, { connections, seconds: warmUpSeconds });
  const from = monotonicTime();
  const measurement = await measure(target, job, { connections, seconds });
  const to = monotonicTime();
  const server = target.process;
  await server.end();
  const file = lastProfile(await readdir(folder), server.pid);
  if (!file) throw new Error(`the server wrote no profile: ${server.errors.join('\n')}`);
  const times = await readCpuProfile(join(folder, file), from, to);
  if (times.functions.length === 0) throw new Error('the profile has no sample of the load');
  return { job, connections, measurement, times };
}

/** Returns microseconds of the clock that the profiler uses. */
function monotonicTime(): number {
  return Number(process.hrtime.bigint() / 1_000n);
}

const shown = 25;

/**
 * The profiler samples times of the clock, which other programs lengthen. So the parts are shares, and the time of one
 * request in each of them is its share of the CPU time that the process took.
 */
function print({ job: { key }, connections, measurement, times }: Profile): void {
  console.log(
    `${key} on ${connections} connections for ${seconds} s, under the profiler:`,
    rounded({ ...measurement }),
  );
  const all = times.functions.reduce((sum, { self }) => sum + self, 0);
  const share = (time: number): string => `${((100 * time) / all).toFixed(1).padStart(5)} %`;
  const list = (title: string, parts: readonly PartTime[]): void => {
    console.log(`${title.padEnd(10)}self    total  µs/request self`);
    for (const { name, self, total } of parts.slice(0, shown)) {
      const each = ((1_000 * measurement.node * self) / all).toFixed(1).padStart(9);
      console.log(`  ${share(self)}  ${share(total)} ${each}  ${name}`);
    }
  };
  list('Layers', times.layers);
  list('Modules', times.modules);
  list('Functions', times.functions);
}
