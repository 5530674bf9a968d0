import { setTimeout as pass } from 'node:timers/promises';

/** In milliseconds. Ends a test that would otherwise hang, as the runner has no timeout. Far longer than any test or page takes. */
export const patience = 300_000;

/** Waits until a condition is true. @throws Error after `milliseconds` */
export async function until(condition: () => boolean | Promise<boolean>, milliseconds = patience): Promise<void> {
  const deadline = performance.now() + milliseconds;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`not within ${milliseconds} ms: ${condition}`);
    await pass(10);
  }
}
