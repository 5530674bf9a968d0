import type { BenchDatabase } from './bench-database.js';
import { summarize } from './comparison.js';
import { createJobs, farFuture, type Job } from './jobs.js';
import { type Measurement, measure } from './load.js';
import { startServer } from './servers.js';
import { type Row, rounded, type Table } from './table.js';
import { createWorld, growWorld, type World, type WorldSize } from './world.js';

interface Options {
  short: boolean;
  json: boolean;
  /** The number of bookings at the end, of all accounts together. */
  bookings: number | undefined;
  /** Whether to collect statistics before each measurement. */
  analyze: boolean;
}

/** A column of the table: the contents of the database for one measurement. */
interface Stage {
  name: string;
  bookings: number;
  /** The bookings of all other accounts. */
  others: number;
}

const load = { connections: 1, seconds: 2 };
const rounds = 3;
const account: WorldSize = { bookings: 0, people: 5_000, resources: 50, services: 20 };
const otherAccounts = 100;
/** An account has at most so many. At four bookings a minute it would take five years to get them. */
const mostOfAccount = 10_000_000;

/** Returns stages that grow tenfold, and one in which other accounts have the rest of the bookings. */
function stagesOf(short: boolean, bookings = short ? 200_000 : 1_500_000): Stage[] {
  const sizes = [10_000, 100_000, 1_000_000, mostOfAccount].filter((size) => size <= bookings);
  const largest = sizes.at(-1) ?? 0;
  const stages = sizes.map((size) => ({ name: size.toLocaleString('en'), bookings: size, others: 0 }));
  const others = bookings - largest;
  return [
    ...stages,
    { name: `${largest.toLocaleString('en')} of ${bookings.toLocaleString('en')}`, bookings: largest, others },
  ];
}

/**
 * Measures the jobs on a growing account, at the end beside other accounts. A ratio above 1 shows a cost that depends on
 * the size of the database. The responses stay the same, apart from `Total-Count`.
 */
export async function printGrowth(bench: BenchDatabase, { short, json, bookings, analyze }: Options): Promise<void> {
  const stages = stagesOf(short, bookings);
  let world = await createWorld(bench, account);
  const table: Table = {};
  for (const stage of stages) {
    world = await growWorld(bench.writer, world, stage.bookings);
    if (stage.others > 0) await createOthers(bench, stage.others);
    if (analyze) await bench.writer.analyze();
    for (const [row, value] of Object.entries(await measureJobs(bench, world))) {
      table[row] = { ...table[row], [stage.name]: value };
    }
  }
  const rows = Object.entries(table).map(([name, row]) => [name, rounded({ ...row, ratio: ratioOf(row) })]);
  const result: Table = Object.fromEntries(rows);
  const [{ gigabytes = 0 } = {}] = await bench.writer.rows<{ gigabytes: number }>(
    'select round(pg_database_size(current_database()) / 1e9, 1)::float8 as gigabytes',
  );
  if (json) console.log(JSON.stringify({ stages, analyze, gigabytes, growth: result }));
  else {
    console.log(`The database has ${gigabytes} GB.`);
    console.log(`By bookings of the account${analyze ? '' : ', without statistics'}; the ratio is that of the ends:`);
    console.table(result);
  }
}

async function createOthers(bench: BenchDatabase, bookings: number): Promise<void> {
  const size = { bookings: Math.floor(bookings / otherAccounts), people: 500, resources: 50, services: 5 };
  for (let other = 0; other < otherAccounts; other += 1) await createWorld(bench, size, `other-${other}`);
}

/** Measures each job on a new process, which has no connections or plans from smaller tables. */
async function measureJobs(bench: BenchDatabase, world: World): Promise<Row> {
  const target = await startServer(bench, world);
  const row: Row = {};
  const add = async (job: Job): Promise<void> => {
    const measurements: Measurement[] = [];
    for (let round = 0; round < rounds; round += 1) measurements.push(await measure(target, job, load));
    const { p99: _, 'worker ms': __, ...summary } = summarize(measurements);
    for (const [measure, value] of Object.entries(summary)) row[`${job.name}: ${measure}`] = value;
  };
  // No worker runs: the last job lists what an import has left to it.
  for (const job of createJobs(world)) await add(job);
  await target.process.end();
  // Deletes the bookings of J3, so that their times are free at the next stage and the pages of J4 do not list them.
  await bench.writer.ids('delete from booking where account_id = $1 and booked_from >= $2', world.accountId, farFuture);
  return row;
}

function ratioOf(row: Row): number {
  const values = Object.values(row);
  return (values.at(-1) ?? Number.NaN) / (values[0] ?? Number.NaN);
}
