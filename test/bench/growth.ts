import type { BenchDatabase } from './bench-database.js';
import { summarize } from './comparison.js';
import { createJobs, farFuture } from './jobs.js';
import { type Measurement, measure } from './load.js';
import { startServer } from './servers.js';
import { type Row, rounded, type Table } from './table.js';
import { createWorld, growWorld, type World, type WorldSize } from './world.js';

interface Options {
  short: boolean;
  json: boolean;
  /** Whether to collect statistics before each measurement. */
  analyze: boolean;
}

/** A column of the table: the contents of the database for one measurement. */
interface Stage {
  name: string;
  bookings: number;
  /** The number of other accounts, each with bookings of its own. */
  others: number;
}

const load = { connections: 1, seconds: 2 };
const rounds = 3;
const account: WorldSize = { bookings: 0, people: 5_000, resources: 50, services: 20 };
const otherAccount: WorldSize = { bookings: 5_000, people: 500, resources: 50, services: 5 };

function stagesOf(short: boolean): Stage[] {
  const sizes = short ? [10_000, 20_000, 40_000] : [10_000, 100_000, 1_000_000];
  const largest = sizes.at(-1) ?? 0;
  const stages = sizes.map((bookings) => ({ name: bookings.toLocaleString('en'), bookings, others: 0 }));
  const others = short ? 10 : 100;
  return [...stages, { name: `${largest.toLocaleString('en')} + ${others} accounts`, bookings: largest, others }];
}

/**
 * Measures the jobs on a growing account, at the end beside other accounts. A ratio above 1 shows a cost that depends on
 * the size of the database. The responses stay the same, apart from `Total-Count`.
 */
export async function printGrowth(bench: BenchDatabase, { short, json, analyze }: Options): Promise<void> {
  const stages = stagesOf(short);
  let world = await createWorld(bench, account);
  const table: Table = {};
  for (const { name, bookings, others } of stages) {
    world = await growWorld(bench.writer, world, bookings);
    for (let other = 0; other < others; other += 1) await createWorld(bench, otherAccount, `other-${other}`);
    if (analyze) await bench.writer.analyze();
    for (const [row, value] of Object.entries(await measureJobs(bench, world))) {
      table[row] = { ...table[row], [name]: value };
    }
  }
  const rows = Object.entries(table).map(([name, row]) => [name, rounded({ ...row, ratio: ratioOf(row) })]);
  const result: Table = Object.fromEntries(rows);
  if (json) console.log(JSON.stringify({ stages, analyze, growth: result }));
  else {
    console.log(`By bookings of the account${analyze ? '' : ', without statistics'}; the ratio is that of the ends:`);
    console.table(result);
  }
}

/** Measures each job on a new process, which has no connections or plans from smaller tables. */
async function measureJobs(bench: BenchDatabase, world: World): Promise<Row> {
  const target = await startServer(bench, world);
  const row: Row = {};
  for (const job of createJobs(world)) {
    const measurements: Measurement[] = [];
    for (let round = 0; round < rounds; round += 1) measurements.push(await measure(target, job, load));
    const { p99: _, ...summary } = summarize(measurements);
    for (const [measure, value] of Object.entries(summary)) row[`${job.name}: ${measure}`] = value;
  }
  await target.process.end();
  // Deletes the bookings of J3, so that their times are free at the next stage and the pages of J4 do not list them.
  await bench.writer.ids('delete from booking where account_id = $1 and booked_from >= $2', world.accountId, farFuture);
  return row;
}

function ratioOf(row: Row): number {
  const values = Object.values(row);
  return (values.at(-1) ?? Number.NaN) / (values[0] ?? Number.NaN);
}
