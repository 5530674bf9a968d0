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
type LossOfPrimary = 'killed' | 'paused' | 'cut off' | 'switched over';

/** Two of the three members of etcd are its majority. */
export type Event = LossOfPrimary | 'one etcd killed' | 'two etcd killed';

/** The course of an event, for the table. */
export interface EventReport {
  event: Event;
  primary: string;
  /** The longest time between two acknowledged writes. */
  'seconds without writes': number;
  /** The part of it after the event, or after etcd has a majority again. */
  'seconds until writes again': number;
  acknowledged: number;
  /** Acknowledged writes that are not stored. */
  lost: number;
  /** Attempts of the clients that failed, by status or code. They are retried. */
  failures: string;
  /** The answers of the old primary to a client on its own machine while it was separated. */
  'old primary': string;
  /** Whether the primary was replaced. */
  replaced: boolean;
}

const acknowledgementsAfter = 30;
const patience = 120_000;
/** In milliseconds: more than the lease of a primary. */
const longerThanLease = 25_000;

/** Takes the primary or members of etcd away, waits until clients write again, and brings the machines back. */
export async function disturbPrimary(
  cell: Cell,
  processes: Processes,
  notebook: Notebook,
  event: Event,
): Promise<EventReport> {
  await cell.whenComplete();
  const primary = await cell.primary();
  const old = new OldPrimary(cell, primary);
  const begun = instant();
  const timesSince = (from: number) => notebook.acknowledged.map(({ to }) => to).filter((to) => to >= from);
  const whenWritten = async (): Promise<void> => {
    const from = instant();
    await until(() => timesSince(from).length >= acknowledgementsAfter, patience);
  };

  let since = begun;
  if (event === 'one etcd killed' || event === 'two etcd killed') {
    since = await loseEtcd(cell, event === 'one etcd killed' ? 1 : 2, old);
    await whenWritten();
  } else {
    await takeAway(cell, primary, event);
    if (event === 'cut off') old.probe();
    await until(async () => (await cell.primary()).name !== primary.name, patience);
    await whenWritten();
    if (event === 'paused') old.probe();
    await bringBack(primary, event);
  }
  await cell.whenComplete();
  const answers = await old.stop();

  const failures = notebook.requests.filter(({ to }) => to >= begun).flatMap((request) => request.failures);
  const times = timesSince(begun).toSorted((a, b) => a - b);
  const points = [begun, ...times];
  const pauses = gaps(points.map((at) => ({ from: at, to: at })));
  const longest = pauses.indexOf(Math.max(...pauses));
  const [stopped = 0, back = 0] = points.slice(longest, longest + 2);
  return {
    event,
    primary: primary.name,
    replaced: (await cell.primary()).name !== primary.name,
    'seconds without writes': toSeconds(back - stopped),
    'seconds until writes again': toSeconds(back - Math.max(stopped, since)),
    acknowledged: times.length,
    lost: await withSql(processes.url, (sql) => countLost(notebook.acknowledged, sql)),
    failures: [...Map.groupBy(failures, (kind) => kind)].map(([kind, all]) => `${kind}: ${all.length}`).join(', '),
    'old primary': answers,
  };
}

const toSeconds = (milliseconds: number): number => Math.round(milliseconds / 100) / 10;

/**
 * Kills members of etcd for longer than the lease of the primary. Without a majority, waits until the primary has given up.
 *
 * @returns when they were started again if there was no majority, else when they were killed
 */
async function loseEtcd(cell: Cell, count: number, old: OldPrimary): Promise<number> {
  const members = await cell.etcd();
  const killed = members.slice(0, count);
  const killedAt = instant();
  for (const { machine } of killed) await machine.signal('SIGKILL');
  const hasMajority = 2 * count < members.length;
  if (!hasMajority) {
    old.probe();
    await until(async () => (await cell.findPrimary()) === undefined, patience);
  }
  await pass(longerThanLease);
  for (const member of killed) member.start();
  return hasMajority ? killedAt : instant();
}

async function takeAway(cell: Cell, primary: DatabaseNode, event: LossOfPrimary): Promise<void> {
  if (event === 'killed') await primary.machine.signal('SIGKILL');
  else if (event === 'paused') await primary.machine.signal('SIGSTOP');
  else if (event === 'cut off') await primary.machine.disconnect();
  else await cell.switchOver(primary);
}

async function bringBack(primary: DatabaseNode, event: LossOfPrimary): Promise<void> {
  if (event === 'killed') primary.start();
  else if (event === 'paused') await primary.machine.signal('SIGCONT');
  else if (event === 'cut off') await primary.machine.connect();
  await pass(1_000);
}
