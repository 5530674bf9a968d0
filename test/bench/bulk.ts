import type { BenchDatabase } from './bench-database.js';
import { warmUp } from './comparison.js';
import { createBookings, createInBulk, mostAtOnce } from './jobs.js';
import { checkAnswer, measure } from './load.js';
import { startServer } from './servers.js';
import { type Row, rounded, type Table } from './table.js';
import { type Target, usageOf, usagePer } from './target.js';
import { createWorld, type WorldSize } from './world.js';

const tenths = 10;
const single = { connections: 1, seconds: 5 };

/**
 * Loads as many bookings as the account has, 500 in each request, and measures each tenth. A later tenth that is slower
 * shows a cost that grows with the account.
 */
export async function printBulk(bench: BenchDatabase, size: WorldSize, json: boolean): Promise<void> {
  const world = await createWorld(bench, size);
  await bench.writer.analyze();
  const target = await startServer(bench, world);
  const job = createBookings(world);
  await warmUp(target, job, single);
  const { requestsPerSecond, node, postgres } = await measure(target, job, single);
  const bulk: Table = {
    'single creations': rounded({ 'bookings/s': requestsPerSecond, 'node ms': node, 'pg ms': postgres }),
  };
  const inBulk = createInBulk(world);
  const requests = size.bookings / mostAtOnce / tenths;
  for (let tenth = 1; tenth <= tenths; tenth += 1) {
    bulk[`tenth ${tenth}`] = rounded(await measureRequests(target, requests, () => checkAnswer(target, inBulk)));
  }
  await target.process.end();
  if (json) console.log(JSON.stringify({ size, bulk }));
  else console.table(bulk);
}

/** Sends requests one after the other. @returns bookings a second, and CPU time of a booking */
async function measureRequests(target: Target, requests: number, send: () => Promise<unknown>): Promise<Row> {
  const before = await usageOf(target);
  const begun = performance.now();
  for (let request = 0; request < requests; request += 1) await send();
  const seconds = (performance.now() - begun) / 1_000;
  const after = await usageOf(target);
  const bookings = requests * mostAtOnce;
  const { node, postgres } = usagePer(bookings, before, after);
  return {
    'bookings/s': bookings / seconds,
    seconds,
    'node ms': node,
    'pg ms': postgres,
  };
}
