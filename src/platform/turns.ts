import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StepBudget } from './step-budget.js';

/** The process has so much other work that this one was not finished. It is worth another attempt. */
export class ServerBusy extends Error {}

/** Work that yields undefined where a turn of the event loop may end. */
export type Divided<Result> = Generator<undefined, Result>;

/** Lets other work run. @throws ServerBusy */
export async function endTurn(budget: StepBudget): Promise<void> {
  if (performance.now() > budget.busyAt) throw new ServerBusy('the server is too busy');
  await nextTurn();
  budget.beginTurn();
}

/** Runs divided work to its end. @throws ServerBusy */
export async function runInTurns<Result>(work: Divided<Result>, budget: StepBudget): Promise<Result> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await endTurn(budget);
  }
}
