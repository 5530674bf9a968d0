import { StepBudget } from '../../src/platform/step-budget.js';
import { cpuTimeSince } from './cpu-time.js';

/**
 * Runs work that a budget divides into turns, and returns the milliseconds that each turn took: elapsed or CPU time, whichever
 * is less. Elapsed time contains the work of others, and the kernel adds up the CPU time of a thread only every few
 * milliseconds.
 */
export async function turnsOf(work: () => Promise<unknown>): Promise<number[]> {
  const turns: number[] = [];
  let begin = performance.now();
  let cpu = process.threadCpuUsage();
  const endTurn = (): void => {
    turns.push(Math.min(performance.now() - begin, cpuTimeSince(cpu)));
    begin = performance.now();
    cpu = process.threadCpuUsage();
  };
  const { beginTurn } = StepBudget.prototype;
  StepBudget.prototype.beginTurn = function beginMeasured() {
    endTurn();
    beginTurn.call(this);
  };
  try {
    await work();
  } finally {
    StepBudget.prototype.beginTurn = beginTurn;
    endTurn();
  }
  return turns;
}

/**
 * Returns the milliseconds of the longest turn of work that is divided in the same way each time. The shortest attempt of each
 * turn counts: garbage collection, compilation and a busy machine delay another turn each time, code that counts no
 * steps always the same.
 *
 * @param limit no further attempt is made when no turn is longer
 */
export async function longestTurnOf(work: () => Promise<unknown>, limit: number): Promise<number> {
  let shortest: readonly number[] = [];
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const turns = await turnsOf(work);
    shortest = turns.map((turn, at) => Math.min(turn, shortest[at] ?? turn));
    if (Math.max(...shortest) < limit) break;
  }
  return Math.max(...shortest);
}

const maxAttempts = 8;
