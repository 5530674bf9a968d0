import type { CommandOutcome } from '../command.js';
import type { CellConnection } from '../move/cell-connection.js';
import { requireMovable } from '../move/preconditions.js';
import { afterMoves, fillsOf, type MeasuredAccount, type PlannedMove } from './move-plan.rules.js';
import type { OpenFleet } from './open-fleet.js';
import { lineOf, type MoveTask } from './run-moves.js';

/** The moves to make between cells. */
export interface Plan {
  cells: readonly string[];
  /** Those of the cells, as they are after the open moves. */
  accounts: readonly MeasuredAccount[];
  /** Moves that were begun, and are not over. */
  open: readonly MoveTask[];
  moves: readonly PlannedMove[];
}

/** Returns the moves of accounts of a cell that were begun, and are not over. */
export function listOpenMoves(cell: CellConnection): Promise<MoveTask[]> {
  return cell.execute<MoveTask>(
    `select id, subdomain, $1::text as cell, target as "to" from account_move join account on account.id = account_id
     order by begun_at, id`,
    [cell.name],
  );
}

const percentOf = (share: number): number => Math.round(share * 1_000) / 10;

/** Returns the lines of a plan: each move, with the reason if it could not begin, then what each cell has before and after. */
export async function planned(fleet: OpenFleet, { cells, accounts, open, moves }: Plan): Promise<CommandOutcome> {
  const lines = open.map((task): object => ({ ...lineOf(task), resumed: true }));
  let hasFailed = false;
  for (const move of moves) {
    const { cell, to, id, subdomain } = move;
    const problem = await problemOf(() => requireMovable(fleet.cellOf(cell), fleet.cellOf(to), { id, subdomain }));
    hasFailed ||= problem !== undefined;
    lines.push({ ...lineOf(move), ...(problem !== undefined && { problem }) });
  }
  const fillsAfter = fillsOf(afterMoves(accounts, moves), cells);
  const fills = fillsOf(accounts, cells).map(({ cell, share, accounts: count }, index) => ({
    ...{ cell, accounts: count, percent: percentOf(share) },
    after: { accounts: fillsAfter[index]?.accounts ?? 0, percent: percentOf(fillsAfter[index]?.share ?? 0) },
  }));
  return { objects: [...lines, ...fills], hasFailed };
}

async function problemOf(check: () => Promise<void>): Promise<string | undefined> {
  try {
    await check();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
