import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchDatabase } from './bench-database.js';
import { type FunctionTime, readCpuProfile } from './cpu-profile.js';
import { createJobs } from './jobs.js';
import { type Measurement, measure } from './load.js';
import { startServer } from './servers.js';
import { rounded } from './table.js';
import { createWorld, type WorldSize } from './world.js';

const warmUpSeconds = 2;
const seconds = 8;
const connections = 4;
const mainThread = '.0.';

interface Profile {
  measurement: Measurement;
  functions: FunctionTime[];
}

/**
 * Runs one job on the server under Node's profiler, which samples the whole life of the process, and prints the functions
 * that took the CPU time during the load.
 *
 * @throws Error if no job has that key
 */
export async function printProfile(bench: BenchDatabase, key: string, size: WorldSize, asJson: boolean): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'booking-profile-'));
  try {
    const { measurement, functions } = await profile(bench, key, size, folder);
    if (asJson) console.log(JSON.stringify({ job: key, measurement, functions }));
    else print(key, measurement, functions);
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
  const node = ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=500'];
  const target = await startServer(bench, world, { node });
  await measure(target, job, { connections, seconds: warmUpSeconds });
  const from = monotonicTime();
  const measurement = await measure(target, job, { connections, seconds });
  const to = monotonicTime();
  const server = target.process;
  await server.end();
  const file = (await readdir(folder)).find((name) => name.includes(`.${server.pid}${mainThread}`));
  if (!file) throw new Error(`the server wrote no profile: ${server.errors.join('\n')}`);
  return { measurement, functions: await readCpuProfile(join(folder, file), from, to) };
}

/** Returns microseconds of the clock that the profiler uses. */
function monotonicTime(): number {
  return Number(process.hrtime.bigint() / 1_000n);
}

const notWork = ['(idle)', '(root)'];
const shown = 25;

function print(key: string, measurement: Measurement, functions: readonly FunctionTime[]): void {
  const worked = functions.filter(({ name }) => !notWork.includes(name));
  const all = worked.reduce((sum, { self }) => sum + self, 0);
  const part = (time: number): string => `${((100 * time) / all).toFixed(1).padStart(5)} %`;
  console.log(
    `${key} on ${connections} connections for ${seconds} s, under the profiler:`,
    rounded({ ...measurement }),
  );
  console.log(`${Math.round(all)} ms of work.    self    total  µs/request self`);
  for (const { name, place, self, total } of worked.slice(0, shown)) {
    const each = ((1_000 * self) / measurement.requests).toFixed(1).padStart(9);
    console.log(`  ${part(self)}  ${part(total)} ${each}  ${name}  ${place}`);
  }
}
