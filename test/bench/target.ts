import { setTimeout as pass } from 'node:timers/promises';
import type { ServerProcess } from '../process/server-process.js';
import type { BenchDatabase } from './bench-database.js';
import { cpuTime } from './usage.js';

/** A server to measure. */
export interface Target {
  process: ServerProcess;
  apiKey: string;
  bench: BenchDatabase;
  /** The process that does its background work. Measurements wait until it has none, and count what it took. */
  worker?: ServerProcess;
}

/** The totals of a server, its worker and PostgreSQL so far. NaN if unknown. */
export interface Usage {
  /** CPU time, in milliseconds. */
  node: number;
  worker: number;
  postgres: number;
  /** The statements that clients have sent, such as those that begin and commit. */
  statements: number;
  /** The bytes of the write-ahead log. */
  wal: number;
}

/** In milliseconds. */
const idlePeriod = 300;
/** A worker without work polls. `/proc` counts in steps of 10 ms. */
const idleCpu = 15;
const longestWork = 120_000;

/** Waits until the worker has nothing to do, so that its work is counted for the requests that caused it. */
export async function untilIdle({ worker }: Target): Promise<void> {
  if (!worker) return;
  const end = performance.now() + longestWork;
  for (let before = await cpuTime(worker.pid); ; ) {
    await pass(idlePeriod);
    const now = await cpuTime(worker.pid);
    if (!(now - before > idleCpu)) return;
    if (performance.now() > end) throw new Error(`the worker has not finished in ${longestWork} ms`);
    before = now;
  }
}

export async function usageOf({ process, worker, bench }: Target): Promise<Usage> {
  const [{ statements = Number.NaN, wal = Number.NaN } = {}] = await bench.writer.rows<Partial<Usage>>(bench.counters);
  return {
    node: await cpuTime(process.pid),
    worker: worker ? await cpuTime(worker.pid) : 0,
    postgres: await cpuTime(bench.postmaster, true),
    statements,
    wal,
  };
}

/** Returns what each of a number of requests took. */
export function usagePer(requests: number, before: Usage, after: Usage): Usage {
  return {
    node: (after.node - before.node) / requests,
    worker: (after.worker - before.worker) / requests,
    postgres: (after.postgres - before.postgres) / requests,
    statements: (after.statements - before.statements) / requests,
    wal: (after.wal - before.wal) / requests,
  };
}
