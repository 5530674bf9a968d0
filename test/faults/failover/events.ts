import { setTimeout as pass } from 'node:timers/promises';
import { until } from '../../support/until.js';
import type { Processes } from '../storm/cluster.js';
import { gaps } from '../storm/spans.js';
import { query } from '../storm/verdict.js';
import type { Acknowledged } from '../storm/writers.js';
import type { Cell, DatabaseNode } from './cell.js';
import { OldPrimary } from './old-primary.js';

/** A way in which the primary is lost. */
export type Event = 'killed' | 'paused' | 'cut off' | 'switched over';

/** The course of an event, for the table. */
export interface EventReport {
  event: Event;
  primary: string;
  /** Until the first acknowledged write after the longest time without one. */
  'seconds until writes again': number;
  acknowledged: number;
  /** Acknowledged writes that are not stored. */
  lost: number;
  /** Attempts of the clients that failed, by status or code. They are retried. */
  failures: string;
  /** The answers of the old primary to a client on its own machine while it was separated. */
  'old primary': string;
}

const acknowledgementsAfter = 30;
const patience = 120_000;

/** Takes the primary away, waits until clients write again, and brings the machine back. */
export async function disturbPrimary(
  cell: Cell,
  processes: Processes,
  done: Acknowledged,
  event: Event,
): Promise<EventReport> {
  await cell.whenComplete();
  const primary = await cell.primary();
  const failuresBefore = new Map(done.failures);
  const begun = performance.now();
  const old = new OldPrimary(cell, primary);
  const acknowledged = (from = begun) => done.waits.map(({ to }) => to).filter((to) => to >= from);

  await takeAway(cell, primary, event);
  if (event === 'cut off') old.probe();
  await until(async () => (await cell.primary()).name !== primary.name, patience);
  const promotedAt = performance.now();
  await until(() => acknowledged(promotedAt).length >= acknowledgementsAfter, patience);
  if (event === 'paused') old.probe();
  await bringBack(primary, event);
  await cell.whenComplete();
  const answers = await old.stop();

  const times = acknowledged().toSorted((a, b) => a - b);
  const points = [begun, ...times].map((at) => ({ from: at, to: at }));
  const pauses = gaps(points);
  const back = points[pauses.indexOf(Math.max(...pauses)) + 1]?.to ?? Number.POSITIVE_INFINITY;
  return {
    event,
    primary: primary.name,
    'seconds until writes again': Math.round((back - begun) / 100) / 10,
    acknowledged: times.length,
    lost: await countLost(processes, done),
    failures: [...done.failures]
      .map(([kind, count]) => [kind, count - (failuresBefore.get(kind) ?? 0)] as const)
      .filter(([, count]) => count > 0)
      .map(([kind, count]) => `${kind}: ${count}`)
      .join(', '),
    'old primary': answers,
  };
}

async function takeAway(cell: Cell, primary: DatabaseNode, event: Event): Promise<void> {
  if (event === 'killed') await primary.machine.signal('SIGKILL');
  else if (event === 'paused') await primary.machine.signal('SIGSTOP');
  else if (event === 'cut off') await primary.machine.disconnect();
  else await cell.switchOver(primary);
}

async function bringBack(primary: DatabaseNode, event: Event): Promise<void> {
  if (event === 'killed') primary.start();
  else if (event === 'paused') await primary.machine.signal('SIGCONT');
  else if (event === 'cut off') await primary.machine.connect();
  await pass(1_000);
}

/** Counts the acknowledged bookings and people that are not stored now. */
async function countLost({ database }: Processes, done: Acknowledged): Promise<number> {
  const made = [...done.bookings, ...done.people].filter(([, rows]) => rows > 0).map(([key]) => key);
  const stored = await query<{ key: string }>(
    database,
    'select title as key from booking where title is not null union select name from person',
  );
  const keys = new Set(stored.map(({ key }) => key));
  return made.filter((key) => !keys.has(key)).length;
}
