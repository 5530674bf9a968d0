import { cleanUp } from '../move/move.js';
import { withCell } from '../move/open-cell.js';
import type { MeasuredAccount } from './move-plan.rules.js';
import { type Fleet, type MoveOutcome, type Patience, SupervisedMove } from './supervised-move.js';

/** A move to make. Without sizes it was found open. */
export interface MoveTask extends Partial<Pick<MeasuredAccount, 'bytes' | 'load'>> {
  id: number;
  subdomain: string;
  cell: string;
  to: string;
}

export interface RunOptions extends Patience {
  /** Moves at a time. */
  atOnce: number;
  /** No move begins after it was aborted. */
  signal: AbortSignal;
  /** Whether to delete the rows that a move leaves in the former cell. */
  isCleaning: boolean;
  /** Called with each line of the report. */
  report(line: object): void;
}

/** The lines of accounts, as plans and reports print them. */
export const lineOf = ({ id, subdomain, cell, to, bytes, load }: MoveTask): object => ({
  ...{ account: id, subdomain, from: cell, to },
  ...(bytes !== undefined && { bytes, load }),
});

/** Makes moves, several at a time, in their order. @returns those that were not made */
export async function runMoves(
  fleet: Fleet,
  tasks: readonly MoveTask[],
  { atOnce, signal, isCleaning, report, patience, interval }: RunOptions,
): Promise<MoveTask[]> {
  const waiting = [...tasks];
  const left: MoveTask[] = [];
  const work = async (): Promise<void> => {
    for (let task = waiting.shift(); task && !signal.aborted; task = waiting.shift()) {
      const { id, cell, to } = task;
      const outcome = await new SupervisedMove(fleet, id, cell, to, { patience, interval }).run();
      if (!outcome.isMoved) left.push(task);
      const deleted = isCleaning && outcome.isMoved ? await deleteRest(fleet, task) : {};
      report({ ...lineOf(task), ...resultOf(outcome), ...deleted });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  signal.throwIfAborted();
  return left;
}

/** Deletes the rows of an account in its former cell. The move has succeeded, even if this does not. */
async function deleteRest({ config }: Fleet, { id, cell }: MoveTask): Promise<object> {
  try {
    return { deleted: await withCell(config, cell, (connection) => cleanUp(connection, id)) };
  } catch (error) {
    return { uncleaned: error instanceof Error ? error.message : String(error) };
  }
}

const resultOf = (outcome: MoveOutcome): object =>
  outcome.isMoved ? { rows: outcome.rows, paused: outcome.paused } : { problem: outcome.problem };
