import type { BenchDatabase } from './bench-database.js';
import { summarize } from './comparison.js';
import type { Job } from './jobs.js';
import { measure } from './load.js';
import { startServer } from './servers.js';
import { rounded, type Table } from './table.js';
import { createWorld, daysOfYear, type World, type WorldSize } from './world.js';

/** Each resource has three bookings a day, so that all bookings are in the year of the figures. */
const year: WorldSize = { bookings: 999_000, people: 20_000, resources: 913, services: 20 };
const shortYear: WorldSize = { bookings: 20_000, people: 1_000, resources: 19, services: 20 };
const load = { connections: 1, seconds: 5 };

/** Measures the figures of every kind, for a year with all bookings of an account of 1,000,000. */
export async function printFigures(bench: BenchDatabase, short: boolean, json: boolean): Promise<void> {
  const size = short ? shortYear : year;
  const world = await createWorld(bench, size);
  await bench.writer.analyze();
  const target = await startServer(bench, world);
  const figures: Table = {};
  for (const job of jobsOf(world)) figures[job.name] = rounded(summarize([await measure(target, job, load)]));
  await target.process.end();
  if (json) console.log(JSON.stringify({ size, figures }));
  else console.table(figures);
}

function jobsOf({ figuresFrom, figuresTo, size: { services } }: World): Job[] {
  const months = monthsOf(figuresFrom);
  const jobOf = (kind: string, wrapper: string, query: string, entries: number): Job => ({
    ...{ key: kind, name: `${kind} ${query}`, method: 'GET', hasReference: false, connections: [1], entries },
    next: () => ({ path: `/api/v1/figures/${kind}?from=${figuresFrom}&to=${figuresTo}&${query}` }),
    count: (body) => body[wrapper].groups.length,
  });
  return [
    jobOf('bookings', 'booking_figures', 'group_by=day', daysOfYear),
    jobOf('bookings', 'booking_figures', 'group_by=hour_of_day,weekday', 24 * 7),
    jobOf('bookings', 'booking_figures', 'group_by=month,service', months * services),
    jobOf('bookings', 'booking_figures', 'group_by=month&extended=true', months),
    jobOf('people', 'people_figures', 'group_by=month', months),
    jobOf('people', 'people_figures', 'group_by=day', daysOfYear),
    jobOf('revenue', 'revenue_figures', 'group_by=day', daysOfYear),
    jobOf('utilisation', 'utilisation_figures', 'group_by=weekday,hour_of_day', 24 * 7),
    jobOf('operations', 'operation_figures', 'group_by=day', daysOfYear),
  ];
}

/** Returns the number of months in which the days of the year from a date are. */
function monthsOf(from: string): number {
  const days = Array.from({ length: daysOfYear }, (_, day) => new Date(Date.parse(from) + day * 86_400_000));
  return new Set(days.map((day) => day.toISOString().slice(0, 7))).size;
}
