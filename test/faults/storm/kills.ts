import { setTimeout as pass } from 'node:timers/promises';
import { between, pick, type Random } from '../../support/random.js';
import { until } from '../../support/until.js';
import type { Member } from './cluster.js';

/** By kind of process, a function that kills one. `isFirst` is true for the first of its kind. */
export type Victims = ReadonlyMap<string, (isFirst: boolean) => Promise<void>>;

/**
 * Kills each kind of process equally often, in random order.
 *
 * @param pauses the shortest and the longest pause before a kill, in milliseconds
 * @returns the number of kills of each kind
 */
export async function killInTurn(
  victims: Victims,
  kills: number,
  random: Random,
  [least, most]: [number, number],
): Promise<Record<string, number>> {
  const killed = new Map([...victims.keys()].map((kind) => [kind, 0]));
  let left: string[] = [];
  for (let count = 0; count < kills; count += 1) {
    await pass(between(random, least, most));
    if (left.length === 0) left = [...victims.keys()];
    const kind = pick(random, left);
    left.splice(left.indexOf(kind), 1);
    await victims.get(kind)?.(killed.get(kind) === 0);
    killed.set(kind, (killed.get(kind) ?? 0) + 1);
  }
  return Object.fromEntries([...killed].map(([kind, count]) => [`${kind} killed`, count]));
}

/** Kills one of the processes, once one of them is ready. @param origin that of the one to kill, if it is ready */
export async function killOneOf(members: readonly Member[], random: Random, origin?: string): Promise<void> {
  const ready = () => members.filter(({ isReady }) => isReady);
  await until(() => ready().length > 0);
  const chosen = ready().find((member) => member.origin === origin);
  (chosen ?? pick(random, ready())).kill();
}
