import { setTimeout as pass } from 'node:timers/promises';
import { until } from '../../support/until.js';
import { withSql } from '../judge/evidence.js';
import { instant, type Notebook } from '../judge/notes.js';
import { countLost } from '../judge/stored-objects.js';
import type { Processes } from '../storm/cluster.js';
import { gaps } from '../storm/spans.js';
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
  notebook: Notebook,
  event: Event,
): Promise<EventReport> {
  await cell.whenComplete();
  const primary = await cell.primary();
  const begun = instant();
  const old = new OldPrimary(cell, primary);
  const acknowledged = (from = begun) => notebook.acknowledged.map(({ to }) => to).filter((to) => to >= from);

  await takeAway(cell, primary, event);
  if (event === 'cut off') old.probe();
  await until(async () => (await cell.primary()).name !== primary.name, patience);
  const promotedAt = instant();
  await until(() => acknowledged(promotedAt).length >= acknowledgementsAfter, patience);
  if (event === 'paused') old.probe();
  await bringBack(primary, event);
  await cell.whenComplete();
  const answers = await old.stop();

  const failures = notebook.requests.filter(({ to }) => to >= begun).flatMap((request) => request.failures);
  const times = acknowledged().toSorted((a, b) => a - b);
  const points = [begun, ...times].map((at) => ({ from: at, to: at }));
  const pauses = gaps(points);
  const back = points[pauses.indexOf(Math.max(...pauses)) + 1]?.to ?? Number.POSITIVE_INFINITY;
  return {
    event,
    primary: primary.name,
    'seconds until writes again': Math.round((back - begun) / 100) / 10,
    acknowledged: times.length,
    lost: await withSql(processes.url, (sql) => countLost(notebook.acknowledged, sql)),
    failures: [...Map.groupBy(failures, (kind) => kind)].map(([kind, all]) => `${kind}: ${all.length}`).join(', '),
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
