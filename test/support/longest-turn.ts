import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Measures work that is divided into turns of the event loop, in milliseconds of CPU time of this thread, which does not depend
 * on the load of the machine.
 *
 * @returns the longest time for which nothing else could run, and all of them together
 */
export async function longestTurnOf(work: () => Promise<unknown>): Promise<{ longest: number; total: number }> {
  let [longest, total, isEnded] = [0, 0, false];
  let begin = process.threadCpuUsage();
  const measure = (): void => {
    const { user, system } = process.threadCpuUsage(begin);
    begin = process.threadCpuUsage();
    longest = Math.max(longest, (user + system) / 1_000);
    total += (user + system) / 1_000;
  };
  const working = work().finally(() => {
    isEnded = true;
  });
  // An immediate that is requested in a turn of the loop runs in the next one, beside that of the work.
  const measuring = (async () => {
    while (!isEnded) {
      measure();
      await nextTurn();
    }
    measure();
  })();
  await Promise.all([working.catch(() => undefined), measuring]);
  await working;
  return { longest, total };
}
