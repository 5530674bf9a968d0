import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { entities } from '../../src/domain/entities.js';
import { Database } from '../../src/platform/database/database.js';
import { readPidFile } from '../../src/platform/database/embedded/postmaster.js';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded-postgres.js';
import { killAll, ServerProcess, startMain } from '../process/server-process.js';
import { makeDataFolder } from '../support/scratch.js';
import { type Job, type Measurement, measure } from './load.js';
import { cpuTime, memoryOf } from './usage.js';
import { dateOf, fillWorld, type World } from './world.js';

/**
 * Measures the server against one written by hand on the same tables, in turns, so that both meet the same drift of the
 * machine. `--short` is quick and rough; `--json` prints JSON.
 */
const isShort = process.argv.includes('--short');
const size = { bookings: isShort ? 10_000 : 100_000, people: 5_000, resources: 40, services: 20 };
const rounds = isShort ? 1 : 3;
const seconds = isShort ? 1 : 5;
const connectionCounts = [1, 16];

interface Contender {
  name: 'server' | 'hand-written';
  process: ServerProcess;
}

interface Usage {
  /** In milliseconds a request. */
  node: number;
  postgres: number;
}

type Result = Measurement & Usage;

const given = process.env['DATABASE_URL'];
const dataDir = await makeDataFolder('booking-bench-');
const postgres = given ? undefined : await startEmbeddedPostgres({ dataDir });
const databaseUrl = given ?? postgres?.url ?? '';
try {
  await run();
} finally {
  killAll();
  await postgres?.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

async function run(): Promise<void> {
  const database = await Database.connect(databaseUrl, entities);
  await database.migrate();
  const world = await fillWorld(database, size);
  await database.close();
  const postmaster = postgres && (await readPidFile(join(dataDir, 'postgres', 'cluster')))?.pid;

  const begun = performance.now();
  const ours = await startMain({ DATABASE_URL: databaseUrl, ROLE: 'web', DEMO: 'off', LOG_LEVEL: 'warn' }).ready(
    'Health',
  );
  await fetch(`${ours.origin}/api/v1/bookings/${world.bookingIds[0]}`, { headers: headersOf(world) });
  const start = Math.round(performance.now() - begun);
  const theirs = await startHandWritten(world);
  const contenders: Contender[] = [
    { name: 'server', process: ours },
    { name: 'hand-written', process: theirs },
  ];
  const jobs = jobsOf(world);
  await requireSameBodies(contenders, world, jobs);
  const memory = { idle: await memoryOf(ours.pid), loaded: 0 };

  const rows: Record<string, Record<string, number>> = {};
  for (const job of jobs) {
    for (const connections of connectionCounts) {
      rows[`${job.name} × ${connections}`] = await compare(contenders, world, job, connections, postmaster);
    }
  }
  const slots = await measureOne(ours, world, slotsJob(world), 1, postmaster);
  memory.loaded = await memoryOf(ours.pid);
  if (process.argv.includes('--json')) {
    console.log(JSON.stringify({ size, jobs: rows, slots, memory, start }));
    return;
  }
  console.table(rows);
  console.table({ [slotsJob(world).name]: rounded({ ...slots }) });
  console.log(
    `Memory: ${memory.idle} MB idle, ${memory.loaded} MB after the load. Start to first answer: ${start} ms.`,
  );
}

async function startHandWritten({ accountId, apiKey, zone }: World): Promise<ServerProcess> {
  const settings = {
    ...{ DATABASE_URL: databaseUrl, ACCOUNT_ID: String(accountId), API_KEY: apiKey, TIME_ZONE: zone },
  };
  return new ServerProcess(process.execPath, ['dist/test/bench/hand-written-server.js'], settings).ready('REST');
}

function headersOf({ apiKey }: World): Record<string, string> {
  return { authorization: `Bearer ${apiKey}`, 'user-agent': 'bench' };
}

function jobsOf(world: World): Job[] {
  const { bookingIds, resourceIds, serviceId } = world;
  let read = 0;
  let booked = 0;
  return [
    {
      name: 'J1 GET /bookings/{id}',
      method: 'GET',
      next: () => ({ path: `/bookings/${bookingIds[(read++ * 7_919) % bookingIds.length]}` }),
    },
    {
      name: 'J2 GET /bookings?start',
      method: 'GET',
      next: () => ({ path: `/bookings?start=${world.pageFrom}T00:00:00Z` }),
    },
    {
      name: 'J3 POST /bookings',
      method: 'POST',
      // Times after all others, one after the other on each resource: none is taken.
      next: () => {
        const turn = Math.floor(booked / resourceIds.length);
        const resource_id = resourceIds[booked++ % resourceIds.length];
        const booked_from = new Date(Date.UTC(2100, 0, 1, turn)).toISOString();
        const booked_to = new Date(Date.UTC(2100, 0, 1, turn + 1)).toISOString();
        return { path: '/bookings', body: { booking: { resource_id, service_id: serviceId, booked_from, booked_to } } };
      },
    },
    {
      name: 'J4 GET /bookings/recent',
      method: 'GET',
      next: () => ({ path: `/bookings/recent?since=${world.firstDate}T00:00:00Z` }),
    },
  ];
}

function slotsJob({ serviceId, slotsFrom }: World): Job {
  const to = dateOf(Date.parse(slotsFrom) + 29 * 86_400_000);
  return {
    name: 'Slots of 30 days, 40 resources × 1',
    method: 'GET',
    next: () => ({ path: `/services/${serviceId}/slots?from=${slotsFrom}&to=${to}` }),
  };
}

/** @throws Error if an answer of the two differs in a byte */
async function requireSameBodies(contenders: readonly Contender[], world: World, jobs: readonly Job[]): Promise<void> {
  for (const { name, method, next } of jobs.filter((job) => job.method === 'GET')) {
    const { path } = next();
    const [ours, theirs] = await Promise.all(
      contenders.map(async ({ process }) => {
        const response = await fetch(`${process.origin}/api/v1${path}`, { method, headers: headersOf(world) });
        return `${response.status} ${await response.text()}`;
      }),
    );
    if (ours !== theirs)
      throw new Error(`${name} gives two bodies:\n${ours?.slice(0, 2_000)}\n${theirs?.slice(0, 2_000)}`);
  }
}

/** Measures both in turns. The ratio is the median of those of the rounds. */
async function compare(
  contenders: readonly Contender[],
  world: World,
  job: Job,
  connections: number,
  postmaster: number | undefined,
): Promise<Record<string, number>> {
  const results: Result[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    const pair: Result[] = [];
    for (const { process } of contenders) pair.push(await measureOne(process, world, job, connections, postmaster));
    results.push(pair);
  }
  const ratios = results.map(([ours, theirs]) => (ours?.requestsPerSecond ?? 0) / (theirs?.requestsPerSecond ?? 1));
  const ours = (key: keyof Result) => median(results.map(([result]) => result?.[key] ?? Number.NaN));
  const theirs = (key: keyof Result) => median(results.map(([, result]) => result?.[key] ?? Number.NaN));
  return rounded({
    ratio: median(ratios),
    'req/s': ours('requestsPerSecond'),
    p50: ours('p50'),
    p99: ours('p99'),
    'node ms': ours('node'),
    'pg ms': ours('postgres'),
    'by hand req/s': theirs('requestsPerSecond'),
    'by hand p50': theirs('p50'),
    'by hand p99': theirs('p99'),
    'by hand node ms': theirs('node'),
    'by hand pg ms': theirs('postgres'),
  });
}

async function measureOne(
  { pid, origin }: ServerProcess,
  { apiKey }: World,
  job: Job,
  connections: number,
  postmaster: number | undefined,
): Promise<Result> {
  const before = [await cpuTime(pid), await cpuTime(postmaster, true)];
  const measured = await measure({ origin, apiKey }, job, connections, seconds);
  const after = [await cpuTime(pid), await cpuTime(postmaster, true)];
  const [node = Number.NaN, postgresTime = Number.NaN] = after.map(
    (time, index) => (time - (before[index] ?? Number.NaN)) / measured.requests,
  );
  return { ...measured, node, postgres: postgresTime };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function rounded(values: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Math.round(value * 100) / 100]));
}
